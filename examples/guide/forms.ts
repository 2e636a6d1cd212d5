import { Agent, buttons, choices, form, table, text } from '@parley/agent-sdk';

const agent = Agent.fromEnv(process.env);

// #region buttons
const menu = buttons(['Order', { label: 'What is there?', payload: 'menu' }]);

agent.onPress(menu, (ctx, pressed) => {
  if (pressed === 'menu') return ctx.reply('Tea and coffee, in cups of two sizes.');
  return ctx.reply([text('What can I bring you?'), order]);
});
// #endregion

// #region form
const order = form(
  'order',
  [
    { name: 'drink', label: 'Drink', field_type: 'select', options: choices(['Tea', 'Coffee']), required: true },
    { name: 'cups', label: 'Cups', field_type: 'number', required: true },
    { name: 'day', label: 'Which day', field_type: 'date' },
    { name: 'note', label: 'Anything else', field_type: 'text' },
  ],
  { submit_label: 'Order' },
);

// drink is 'Tea' | 'Coffee', cups a number, day and note may be missing.
agent.onForm(order, (ctx, { drink, cups, day = 'today' }) =>
  ctx.reply([text('Thank you!'), table(['Drink', 'Cups', 'Day'], [[drink, String(cups), day]])]),
);
// #endregion

agent.on('message.created', (ctx) => ctx.reply([text('Shall I take your order?'), menu]));

await agent.startRelay();
