import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../src/platform/release.js';
import { ENV_EXAMPLE, ENV_SECRETS } from './compose-file.js';

describe('deploy/compose/.env.example', () => {
  /** The commands in its first lines. */
  const commands = [...ENV_EXAMPLE.matchAll(/^# {3}(.*)\n/gm)]
    .map(([, line]) => `${line}\n`)
    .join('');

  test('the documents have the commands of deploy/compose/.env.example', () => {
    expect(readFileSync(join(projectRoot(), 'docs', 'operations.md'), 'utf8')).toContain(
      `\`\`\`sh\n${commands}\`\`\`\n`,
    );
  });

  test('the commands of deploy/compose/.env.example make a private .env, and never change one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'modport-compose-'));
    try {
      mkdirSync(join(folder, 'deploy'));
      cpSync(join(projectRoot(), 'deploy', 'compose'), join(folder, 'deploy', 'compose'), {
        recursive: true,
      });
      // The machine may lack the real program. This one prints another text each time.
      writeFileSync(join(folder, 'openssl'), '#!/bin/sh\necho "made-$PPID-$$"\n', { mode: 0o755 });
      const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
      const run = () => {
        const before = 'umask 022\n';
        execFileSync('sh', ['-c', before + commands], { cwd: folder, env });
        return readFileSync(join(folder, '.env'), 'utf8');
      };
      const first = run();
      for (const name of ENV_SECRETS) expect(first).toMatch(new RegExp(`^${name}=made-`, 'm'));
      expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
      expect(run()).toBe(first);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
