import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** The operator commands, run next to the service with the environment of this process. */
export interface Operator {
  createUser(username: string): Promise<void>;
  /** Creates a personal token with AAL2 and returns its secret. */
  createToken(username: string, scopes: readonly string[]): Promise<string>;
  createGame(game: {
    readonly slug: string;
    readonly name: string;
    readonly loaders: readonly string[];
    readonly versions: readonly string[];
  }): Promise<void>;
}

/**
 * Runs an operator command and returns the JSON object that it prints. If it fails, throws an Error
 * with its stderr as the message.
 */
export async function runOperatorCommand(args: readonly string[]): Promise<unknown> {
  const script = ['scripts/run.mjs', 'src/launch/admin.ts', ...args];
  try {
    const { stdout } = await run(process.execPath, script, { env: process.env });
    return JSON.parse(stdout);
  } catch (error) {
    const printed = z.object({ stderr: z.string() }).safeParse(error).data?.stderr.trim();
    throw new Error(printed || 'the operator command failed', { cause: error });
  }
}

/** Calls `note` with each command before it runs. Errors are those of `runOperatorCommand`. */
export function createOperator(note: (line: string) => void): Operator {
  async function admin(args: readonly string[]): Promise<unknown> {
    note(`$ npm run admin -- ${args.map(quoted).join(' ')}`);
    return runOperatorCommand(args);
  }

  return {
    async createUser(username) {
      await admin(['user', 'create', '--username', username]);
    },
    async createToken(username, scopes) {
      const named = ['--username', username, '--scopes', scopes.join(' '), '--aal2'];
      return z.object({ token: z.string() }).parse(await admin(['token', 'create', ...named]))
        .token;
    },
    async createGame({ slug, name, loaders, versions }) {
      const named = ['--slug', slug, '--name', name];
      const lists = ['--loaders', loaders.join(' '), '--versions', versions.join(' ')];
      await admin(['game', 'create', ...named, ...lists]);
    },
  };
}

function quoted(argument: string): string {
  return argument.includes(' ') ? `"${argument}"` : argument;
}
