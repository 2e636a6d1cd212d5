import base64, hashlib, hmac, json, os, threading, time, urllib.request

BASE = os.environ['PARLEY_BASE_URL']
WHO = 'HMAC %s/%s' % (os.environ['PARLEY_AGENT_ID'], os.environ['PARLEY_CREDENTIAL_ID'])
SECRET = os.environ['PARLEY_AGENT_SECRET']
KEY = base64.urlsafe_b64decode(SECRET + '=' * (-len(SECRET) % 4))


def sign(now, body):
    mac = hmac.new(KEY, now.encode() + b'.' + body, hashlib.sha256).hexdigest()
    return 't=%s,v1=%s' % (now, mac)


def verify(signature, body):
    now = signature.split(',')[0][2:]
    fresh = now.isdigit() and abs(time.time() - int(now)) <= 300
    return fresh and hmac.compare_digest(signature, sign(now, body))


def call(method, path, body=None):
    data = b'' if body is None else json.dumps(body).encode()
    headers = {'Authorization': WHO, 'X-Agent-Signature': sign(str(int(time.time())), data)}
    if body is not None:
        headers['Content-Type'] = 'application/json'
    request = urllib.request.Request(BASE + path, data or None, headers, method=method)
    return urllib.request.urlopen(request, timeout=60)


def handle(envelope):
    if envelope['event'] != 'message.created':
        return
    answer = {
        'version': '1',
        'in_reply_to_delivery_id': envelope['delivery_id'],
        'blocks': [{'type': 'text', 'text': 'You said: ' + envelope['messages'][-1]['text']}],
    }
    call('POST', '/hooks/v1/reply', answer).close()


from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Webhook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['Content-Length']))
        known = verify(self.headers['X-Platform-Signature'] or '', body)
        self.send_response(200 if known else 401)
        self.send_header('Content-Length', '0')
        self.end_headers()
        if known:
            threading.Thread(target=handle, args=[json.loads(body)]).start()


print('Listening on port 8080. Press Ctrl+C to stop.', flush=True)
ThreadingHTTPServer(('', 8080), Webhook).serve_forever()
