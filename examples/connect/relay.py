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


def take(frame):
    body = base64.b64decode(frame['body_base64'])
    if not verify(frame['signature'], body):
        return
    ack = '/hooks/v1/deliveries/%s/ack' % frame['delivery_id']
    call('POST', ack, {'version': '1', 'status': 'accepted'}).close()
    threading.Thread(target=handle, args=[json.loads(body)]).start()


def listen():
    event = None
    for line in call('GET', '/hooks/v1/stream'):
        line = line.decode().rstrip()
        if line.startswith('event:'):
            event = line[6:].strip()
        elif line.startswith('data:') and event == 'ready':
            print('Connected. Press Ctrl+C to stop.', flush=True)
        elif line.startswith('data:') and event == 'delivery':
            take(json.loads(line[5:]))


while True:
    try:
        listen()
    except OSError as error:
        print('Not connected:', error, flush=True)
    time.sleep(2)
