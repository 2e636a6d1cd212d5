# The secret is base64url; openssl takes its bytes as hex digits.
key=$(printf '%s=' "$PARLEY_AGENT_SECRET" | tr '_-' '/+' | base64 -d | od -An -v -tx1 | tr -d ' \n')
now=$(date +%s)
sign() { printf '%s.%s' "$now" "$1" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -r | cut -d' ' -f1; }
who="Authorization: HMAC $PARLEY_AGENT_ID/$PARLEY_CREDENTIAL_ID"

# Opens the stream and shows what comes. Each delivery waits for an acknowledgement, which this does not give.
curl --no-buffer --silent --show-error "$PARLEY_BASE_URL/hooks/v1/stream" \
  -H "$who" -H "X-Agent-Signature: t=$now,v1=$(sign '')"
