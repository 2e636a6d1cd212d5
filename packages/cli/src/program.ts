import { Command } from 'commander';
import type { VerbOptions } from './context.ts';
import type { RotateOptions, SecretOptions } from './verbs/agent.ts';
import type { AttentionOptions } from './verbs/attention.ts';
import type { DevOptions } from './verbs/dev.ts';
import type { DoctorOptions } from './verbs/doctor.ts';
import type { EvalOptions } from './verbs/eval.ts';
import type { GrantListOptions, GrantShowOptions } from './verbs/grant.ts';
import type { ListenOptions } from './verbs/listen.ts';
import type { LoginOptions } from './verbs/login.ts';
import type { McpOptions } from './verbs/mcp.ts';
import type { ModelVerbOptions } from './verbs/model.ts';
import type { ReplayOptions } from './verbs/replay.ts';
import type { SendOptions } from './verbs/send.ts';
import type { TailOptions } from './verbs/tail.ts';
import type { ValidateOptions } from './verbs/validate.ts';
import { version } from './version.ts';

/** The whole command line. A verb is loaded when it is run, so that none pays for the others. */
export function createProgram(): Command {
  const program = new Command('parley')
    .description('Register agents with Parley, listen to them, send, replay, validate and examine.')
    .version(version)
    .showHelpAfterError('(parley --help says more)')
    .showSuggestionAfterError()
    .addHelpText('beforeAll', examples)
    .addHelpText('after', environmentHelp);

  verb(program, 'login', 'keep a token for a server, below HOME and for you alone')
    .option('--token <token>', 'the token (pat_…), - for stdin; PARLEY_TOKEN where it is left out')
    .option('--token-file <file>', 'a file that holds the token')
    .action(async (options: LoginOptions) => (await import('./verbs/login.ts')).login(options));
  verb(program, 'logout', 'forget the token of a server').action(async (options: VerbOptions) =>
    (await import('./verbs/login.ts')).logout(options),
  );
  addAgentVerbs(program);
  addMessageVerbs(program);
  addGrantVerbs(program);
  addDevelopmentVerbs(program);
  addModelVerb(program);
  verb(program, 'mcp', 'let a model ask people: an MCP server on stdin and stdout, as the agent of PARLEY_AGENT_*')
    .option('--conversation <id>', 'where it speaks (cnv_…); PARLEY_CONVERSATION_ID where it is left out')
    .option('--wait <seconds>', 'how long a tool waits for a person, unless the call says', '50')
    .action(async (options: McpOptions) => (await import('./verbs/mcp.ts')).mcp(options));
  return program;
}

function addAgentVerbs(program: Command): void {
  const agent = program.command('agent').description('register your agents and see how they do');
  verb(agent, 'push', 'register the agent of a manifest, or bring it up to date')
    .argument('[file]', 'the manifest', 'parley.json')
    .option('--secret-file <file>', 'write what it is started with into this file, such as .env, for you alone')
    .action(async (file: string, options: SecretOptions) => (await import('./verbs/agent.ts')).push(file, options));
  verb(agent, 'list', 'your agents').action(async (options: VerbOptions) =>
    (await import('./verbs/agent.ts')).list(options),
  );
  verb(agent, 'rotate', 'issue a new credential and revoke the others')
    .argument('<handle>', 'your agent, by its handle or its id')
    .option('--keep', 'revoke none')
    .option('--secret-file <file>', 'write the new credential into this file, such as .env, for you alone')
    .action(async (handle: string, options: RotateOptions) =>
      (await import('./verbs/agent.ts')).rotate(handle, options),
    );
  verb(agent, 'pause', 'send it nothing until it is resumed')
    .argument('<handle>', 'your agent, by its handle or its id')
    .action(async (handle: string, options: VerbOptions) => (await import('./verbs/agent.ts')).pause(handle, options));
  verb(agent, 'resume', 'let a paused agent go on')
    .argument('<handle>', 'your agent, by its handle or its id')
    .action(async (handle: string, options: VerbOptions) => (await import('./verbs/agent.ts')).resume(handle, options));
  verb(agent, 'connection', 'whether deliveries reach it')
    .argument('<handle>', 'your agent, by its handle or its id')
    .action(async (handle: string, options: VerbOptions) =>
      (await import('./verbs/agent.ts')).connection(handle, options),
    );
}

function addMessageVerbs(program: Command): void {
  verb(program, 'send', 'send a message to an agent or a conversation')
    .argument('<to>', 'an agent (handle or agt_…) or a conversation (cnv_…)')
    .argument('<text...>', 'the message, - for stdin')
    .option('--wait [seconds]', 'wait for the answer (60 seconds unless said otherwise) and print it')
    .option('--new', 'in a new conversation, even where there is one')
    .action(async (to: string, text: string[], options: SendOptions) =>
      (await import('./verbs/send.ts')).send(to, text, options),
    );
  verb(program, 'tail', 'follow the deliveries of your agent, or the messages of a conversation')
    .argument('<what>', 'your agent (handle or agt_…), or a conversation (cnv_…)')
    .option('-n, --limit <count>', 'how many of those that there are are shown first', '10')
    .option('--no-follow', 'show what there is, and end')
    .action(async (what: string, options: TailOptions) => (await import('./verbs/tail.ts')).tail(what, options));
  verb(program, 'replay', 'send a delivery again, under the same delivery id')
    .argument('<delivery>', 'dlv_…')
    .option('--agent <handle>', 'whose it is; without it all your agents are asked')
    .action(async (delivery: string, options: ReplayOptions) =>
      (await import('./verbs/replay.ts')).replay(delivery, options),
    );
}

function addGrantVerbs(program: Command): void {
  const grant = program.command('grant').description('what agents may do without asking you, and the end of it');
  verb(grant, 'list', 'your standing grants: what agents may do without asking you')
    .option('--agent <agent>', 'of this agent only, by its handle or its id')
    .option('--state <state>', 'active, expired, spent, revoked, invalid or all', 'active')
    .action(async (options: GrantListOptions) => (await import('./verbs/grant.ts')).list(options));
  verb(grant, 'show', 'one standing grant, and the calls that it covered')
    .argument('<grant>', 'sgr_…')
    .option('-n, --limit <count>', 'how many calls are shown, the newest first', '20')
    .action(async (id: string, options: GrantShowOptions) => (await import('./verbs/grant.ts')).show(id, options));
  verb(grant, 'end', 'end a standing grant; it takes effect at once')
    .argument('<grant>', 'sgr_…')
    .action(async (id: string, options: VerbOptions) => (await import('./verbs/grant.ts')).end(id, options));
  verb(program, 'attention', 'how often agents asked you, and what you decided')
    .option('--agent <handle>', 'how often your agent asked people, by its handle or its id')
    .option('--days <days>', 'how many days back, 7 or 30', '7')
    .action(async (options: AttentionOptions) => (await import('./verbs/attention.ts')).attention(options));
}

function addDevelopmentVerbs(program: Command): void {
  verb(program, 'listen', 'have the deliveries of your agent come to this terminal, and forward them')
    .argument('<handle>', 'your agent, by its handle or its id')
    .option(
      '--forward <url>',
      'where to, such as http://127.0.0.1:3000/hook, or a port; its answer is the acknowledgement',
    )
    .action(async (handle: string, options: ListenOptions) =>
      (await import('./verbs/listen.ts')).listen(handle, options),
    );
  verb(
    program,
    'dev',
    'register the agent of parley.json, run it anew with each change of its program, and show its deliveries',
  )
    .argument('[command...]', 'what runs it, after --; npm start unless said otherwise')
    .option('--file <file>', 'the manifest', 'parley.json')
    .option('--forward <url>', 'for an agent on webhooks: where on this machine it takes deliveries')
    .option('--no-watch', 'do not start it anew with each change')
    .option('--local', 'on a server of its own even where one is named')
    .option('--port <port>', 'where that server listens; 4600 or, where that is taken, a free one')
    .action(async (command: string[], options: DevOptions) => (await import('./verbs/dev.ts')).dev(command, options));
  verb(program, 'eval', 'play a conversation with the agent of this folder, and compare its answers with those of then')
    .argument('<what>', 'a transcript (a file of JSON), or a conversation of your server (cnv_…)')
    .argument('[command...]', 'what runs the agent, after --; npm start unless said otherwise')
    .option('--file <file>', 'the manifest', 'parley.json')
    .option('--by <what>', 'what answers are compared by: blocks, text or types', 'blocks')
    .option('--within <seconds>', 'how long the answers of one turn are waited for', '30')
    .option('--forward <url>', 'for an agent on webhooks: where on this machine it takes deliveries')
    .option('--save <file>', 'keep the conversation as a transcript, and play nothing')
    .action(async (what: string, command: string[], options: EvalOptions) =>
      (await import('./verbs/eval.ts')).evaluate(what, command, options),
    );
  verb(program, 'validate', 'say what is wrong with blocks, a manifest or an envelope')
    .argument('<file>', 'a file of JSON, - for stdin')
    .option('--as <kind>', 'blocks, manifest or envelope; without it, what it looks like')
    .action(async (file: string, options: ValidateOptions) =>
      (await import('./verbs/validate.ts')).validate(file, options),
    );
  verb(program, 'doctor', 'examine server, token and credentials, or an agent on webhooks')
    .option('--agent <url>', 'where the agent takes deliveries; they are signed with PARLEY_AGENT_*')
    .option('--ack-timeout <seconds>', 'how long it may take to acknowledge one', '10')
    .action(async (options: DoctorOptions) => (await import('./verbs/doctor.ts')).doctor(options));
}

function addModelVerb(program: Command): void {
  verb(program, 'model', 'run a chat model as an agent of yours: any address that speaks the OpenAI API')
    .requiredOption('--url <url>', 'the address of the API, such as http://127.0.0.1:11434/v1')
    .option('--key-env <name>', 'the environment variable that holds the API key, or whose _FILE names a file with it')
    .option('--model <name>', 'the model; without it, the only one that the address lists')
    .option('--name <name>', 'what the agent is called; the name of the model unless said otherwise')
    .option('--handle <handle>', 'its handle; made of its name unless said otherwise')
    .option('--instructions <text>', 'what the model is told first, or a file that holds it')
    .option('--tools <names>', 'tools of the platform that it may call, such as clock.now,weather.today:weather.read')
    .option('--images', 'the model reads images')
    .option('--memory <characters>', 'how much of the conversation it is reminded of', '32000')
    .option('--steps <count>', 'how many requests one answer may take', '8')
    .option('--timeout <seconds>', 'how long it may be silent', '120')
    .option(
      '--price <input,output>',
      'what a million tokens cost, such as 0.15,0.6; adds the cost to each line. By default what the address says',
    )
    .action(async (options: ModelVerbOptions) =>
      (await import('./load-model-verb.ts').then(({ loadModelVerb }) => loadModelVerb())).model(options),
    );
}

/** A verb with the options that all have. */
function verb(parent: Command, name: string, description: string): Command {
  return parent
    .command(name)
    .description(description)
    .option('--json', 'print JSON: one document, or a line for each thing that comes')
    .option('--base-url <url>', 'the server; PARLEY_BASE_URL where it is left out');
}

const examples = `
  parley login --token-file pat.txt               keep a token of the app
  parley agent push                               register the agent of parley.json
  parley dev                                      run it here, anew with each change
  parley listen tea-bot --forward 3000            its deliveries, to port 3000 of this machine
  parley send tea-bot "Tea, please" --wait        ask it, and print the answer
  parley eval talk.json -- node agent.js          does it answer as it did then?
  parley doctor --agent http://127.0.0.1:3000/    does it verify, acknowledge and dedupe?
  parley model --url http://127.0.0.1:11434/v1    a model of Ollama, as an agent
  parley mcp                                      for an MCP client: ask_person, request_approval, …
`;

const environmentHelp = `
Environment:
  PARLEY_BASE_URL  the server (http://127.0.0.1:4600 where nothing says otherwise)
  PARLEY_TOKEN     who you are there; before what parley login kept
  PARLEY_AGENT_ID, PARLEY_CREDENTIAL_ID, PARLEY_AGENT_SECRET  what doctor signs with, and who mcp speaks as
  PARLEY_TOKEN_FILE, PARLEY_AGENT_SECRET_FILE  files that hold them, which go first
  PARLEY_PERSON  whose answers and approvals count for mcp (handle or usr_…); else the owner of the agent
  PARLEY_CONVERSATION_ID  where mcp speaks; else your own conversation with the agent, else its only one

Ends with 0 when all is well, 1 at a fault or a refusal, 2 for wrong words, 3 without a server, 4 without a token that counts.
parley complete zsh (bash, fish, powershell) prints what makes the shell complete words.
`;
