# The secret is base64url; openssl takes its bytes as hex digits.
key=$(printf '%s=' "$PARLEY_AGENT_SECRET" | tr '_-' '/+' | base64 -d | od -An -v -tx1 | tr -d ' \n')
now=$(date +%s)
sign() { printf '%s.%s' "$now" "$1" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -r | cut -d' ' -f1; }
who="Authorization: HMAC $PARLEY_AGENT_ID/$PARLEY_CREDENTIAL_ID"

# Sends your address what Parley would send it. A 2xx status says that it was taken.
body='{"version":"1","delivery_id":"dlv_01ARZ3NDEKTSV4RRFFQ69G5FAV","event":"message.created","agent_id":"'$PARLEY_AGENT_ID'","conversation_id":"cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV","created_at":"2026-01-31T09:00:00.000Z","user":{"id":"usr_01ARZ3NDEKTSV4RRFFQ69G5FAV","locale":"en","timezone":"UTC"},"task_id":null,"messages":[{"id":"msg_01ARZ3NDEKTSV4RRFFQ69G5FAV","author":"user","author_id":"usr_01ARZ3NDEKTSV4RRFFQ69G5FAV","text":"Hello","created_at":"2026-01-31T09:00:00.000Z"}]}'
curl --include "$AGENT_WEBHOOK_URL" \
  -H "$who" -H "X-Platform-Signature: t=$now,v1=$(sign "$body")" \
  -H 'X-Delivery-Id: dlv_01ARZ3NDEKTSV4RRFFQ69G5FAV' -H 'Content-Type: application/json' \
  --data-raw "$body"
