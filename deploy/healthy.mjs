// Ends with 0 if the server of this container answers at /healthz, else with 1. The container engine sets the time limit.
const port = process.env.PARLEY_PORT || '4600';
const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null);
process.exit(answer?.ok ? 0 : 1);
