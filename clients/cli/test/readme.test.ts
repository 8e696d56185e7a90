import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modport, temporaryFolder } from './cli.js';
import { CREATOR, newProject } from './mod-project.js';
import { reference } from './reference.js';

const README = fileURLToPath(new URL('../README.md', import.meta.url));
const [BEGIN, END] = ['<!-- reference -->', '<!-- end of the reference -->'];

describe('the README', () => {
  it('the README has the tables of the program itself; UPDATE_README=1 writes them', () => {
    const text = readFileSync(README, 'utf8');
    const [head = '', rest = ''] = text.split(BEGIN);
    const [, tail = ''] = rest.split(END);
    const written = `${head}${BEGIN}\n\n${reference()}\n\n${END}${tail}`;
    if (process.env['UPDATE_README'] === '1') writeFileSync(README, written);
    else expect(text).toBe(written);
  });

  it('the README has ten lines for players that work as they are', async () => {
    const cwd = temporaryFolder();
    for (const line of commandsOf('## Install mods')) {
      const result = await modport(line.split(' ').slice(1), { cwd });
      expect({ line, ...result }).toMatchObject({ code: 0 });
    }
  });

  it('the README has lines for creators that work as they are', async () => {
    const { folder } = newProject();
    for (const line of commandsOf('## Publish a mod')) {
      const result = await modport(line.split(' ').slice(1), { cwd: folder, env: CREATOR });
      expect({ line, ...result }).toMatchObject({ code: 0 });
    }
  });
});

/** The commands of the first shell block below a heading, without sign-in and without comments. */
function commandsOf(heading: string): string[] {
  const [, below = ''] = readFileSync(README, 'utf8').split(heading);
  const block = /```sh\n(.*?)```/s.exec(below)?.[1] ?? '';
  const lines = block.split('\n').map((line) => line.replace(/ +#.*/, '').trim());
  return lines.filter((line) => /^modport (?!login|init)/.test(line));
}
