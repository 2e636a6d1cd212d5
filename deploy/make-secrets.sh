#!/bin/sh
# Makes the secrets of compose.yaml in ./secrets beside this script. Existing files stay as they are.
#
# The folder is yours alone. The files in it can be read by everybody, because each container has a user of its own, and sees
# only the files that compose.yaml names for it.
set -eu
cd "$(dirname "$0")"
umask 022
mkdir -p secrets
chmod 700 secrets

random() { openssl rand -hex 24; }
# Keeps a file that exists: a new key beside an old database would lock it out.
keep() { [ -e "secrets/$1" ] || cat >"secrets/$1"; }

openssl rand -base64 32 | keep secret_key
random | keep postgres_password
printf 'postgres://parley:%s@postgres:5432/parley\n' "$(cat secrets/postgres_password)" | keep database_url
if [ ! -e secrets/nats_conf ]; then
  password=$(random)
  printf 'listen: "0.0.0.0:4222"\nhttp: "127.0.0.1:8222"\nauthorization { user: parley, password: "%s" }\n' "$password" >secrets/nats_conf
  printf 'nats://parley:%s@nats:4222\n' "$password" >secrets/nats_url
fi
random | keep s3_key
random | keep s3_secret
printf '{ "identities": [{ "name": "parley", "credentials": [{ "accessKey": "%s", "secretKey": "%s" }], "actions": ["Admin"] }] }\n' \
  "$(cat secrets/s3_key)" "$(cat secrets/s3_secret)" | keep s3_identities
