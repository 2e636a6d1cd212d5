/**
 * An agent that takes an order with a form. The answers come to the agent alone; the room sees only that the form was answered.
 *
 * PARLEY_BASE_URL=http://127.0.0.1:4600 PARLEY_AGENT_ID=agt_… PARLEY_CREDENTIAL_ID=cred_… PARLEY_AGENT_SECRET=… \
 *   npx tsx examples/form.ts
 */
import { Agent, buttons, choices, form, table, text } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

agent.hears('order', (ctx) =>
  ctx.reply([
    text('What can I bring you?'),
    form(
      'order',
      [
        { name: 'drink', label: 'Drink', field_type: 'select', required: true, options: choices(['Tea', 'Coffee']) },
        { name: 'cups', label: 'Cups', field_type: 'number', required: true },
        { name: 'day', label: 'Which day', field_type: 'date' },
        { name: 'note', label: 'Anything else', field_type: 'text' },
      ],
      { submit_label: 'Order' },
    ),
  ]),
);

agent.on('form.submitted', (ctx) => {
  const { values } = ctx.envelope.form_submission;
  const rows = Object.entries(values).map(([name, value]) => [name, String(value)]);
  return ctx.reply([text('Thank you! This is your order:'), table(['Field', 'Answer'], rows)]);
});

agent.on('message.created', (ctx) => ctx.reply([text('Shall I take your order?'), buttons(['order'])]));

const relay = await agent.startRelay();
console.log('Listening. Press Ctrl+C to stop.');

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void agent.stop());
await relay.closed;
