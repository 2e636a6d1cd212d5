import type { Agent } from '@parley/protocol';

// Generated from examples/connect: run `npx tsx scripts/generated.ts --write`. What two programs have in common stands here once.
const python = `import base64, hashlib, hmac, json, os, threading, time, urllib.request

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


`;

const curl = `# The secret is base64url; openssl takes its bytes as hex digits.
key=$(printf '%s=' "$PARLEY_AGENT_SECRET" | tr '_-' '/+' | base64 -d | od -An -v -tx1 | tr -d ' \\n')
now=$(date +%s)
sign() { printf '%s.%s' "$now" "$1" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -r | cut -d' ' -f1; }
who="Authorization: HMAC $PARLEY_AGENT_ID/$PARLEY_CREDENTIAL_ID"

`;

/** The first program of an agent, by transport and language. */
// prettier-ignore
export const programs: Readonly<Record<Agent['transport'], Readonly<Record<'typescript' | 'python' | 'curl', string>>>> = {
  relay: {
    typescript: `import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('message.created', (ctx) => ctx.reply(\`You said: \${ctx.text}\`));

await agent.startRelay();
console.log('Connected. Press Ctrl+C to stop.');
`,
    python: python + `def take(frame):
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
`,
    curl: curl + `# Opens the stream and shows what comes. Each delivery waits for an acknowledgement, which this does not give.
curl --no-buffer --silent --show-error "$PARLEY_BASE_URL/hooks/v1/stream" \\
  -H "$who" -H "X-Agent-Signature: t=$now,v1=$(sign '')"
`,
  },
  webhook: {
    typescript: `import { createServer } from 'node:http';
import { Agent } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.on('message.created', (ctx) => ctx.reply(\`You said: \${ctx.text}\`));

createServer(agent.webhookListener()).listen(8080);
console.log('Listening on port 8080. Press Ctrl+C to stop.');
`,
    python: python + `from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


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
`,
    curl: curl + `# Sends your address what Parley would send it. A 2xx status says that it was taken.
body='{"version":"1","delivery_id":"dlv_01ARZ3NDEKTSV4RRFFQ69G5FAV","event":"message.created","agent_id":"'$PARLEY_AGENT_ID'","conversation_id":"cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV","created_at":"2026-01-31T09:00:00.000Z","user":{"id":"usr_01ARZ3NDEKTSV4RRFFQ69G5FAV","locale":"en","timezone":"UTC"},"task_id":null,"messages":[{"id":"msg_01ARZ3NDEKTSV4RRFFQ69G5FAV","author":"user","author_id":"usr_01ARZ3NDEKTSV4RRFFQ69G5FAV","text":"Hello","created_at":"2026-01-31T09:00:00.000Z"}]}'
curl --include "$AGENT_WEBHOOK_URL" \\
  -H "$who" -H "X-Platform-Signature: t=$now,v1=$(sign "$body")" \\
  -H 'X-Delivery-Id: dlv_01ARZ3NDEKTSV4RRFFQ69G5FAV' -H 'Content-Type: application/json' \\
  --data-raw "$body"
`,
  },
};
