import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

/**
 * A small MCP server with a tool that adds, one that fails, one that reveals a secret, and one that must not be called.
 */
export function mathServer(): McpServer {
  const server = new McpServer({ name: 'math', version: '1.0.0' });
  const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  const numbers = z.object({ a: z.number(), b: z.number() });
  server.registerTool('add', { description: 'Adds.', inputSchema: numbers }, ({ a, b }) => say(`sum ${a + b}`));
  server.registerTool('fail', { description: 'Fails.' }, () => ({ ...say('no such number'), isError: true }));
  server.registerTool('whisper', { description: 'Tells its secret.' }, () =>
    say(`it is ${process.env['MATH_SECRET']}`),
  );
  server.registerTool('never', { description: 'Must not be asked.' }, () => say('asked'));
  server.registerTool('careful', { description: 'Asks first.' }, () => say('done with care'));
  return server;
}

if (process.argv[2] === 'stdio') await mathServer().connect(new StdioServerTransport());
