import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modport, modportJson, start, temporaryFolder } from './cli.js';
import { deliver, SECRET } from './deliveries.js';

describe('a closed stream of the command', () => {
  it('a closed stdout does not hide that `verify` found a difference', async () => {
    const folder = temporaryFolder();
    await modport(['install', 'stand-alone', '--into', folder]);
    writeFileSync(join(folder, 'stand-alone-2.0.0.zip'), 'changed');
    const { child, ended } = start(['verify', '--into', folder]);
    child.stdout?.destroy();
    expect((await ended).code).toBe(6);
  });

  it('a closed stdout ends `webhooks listen` like Ctrl-C', async () => {
    const env = { MODPORT_WEBHOOK_SECRET: SECRET };
    const { child, said } = start(['webhooks', 'listen', '--port', '0'], { env });
    const [, url = ''] = await said(/(http:\/\/127\.0\.0\.1:\d+)/);
    child.stdout?.destroy();
    const ended = once(child, 'exit');
    await deliver(url);
    expect(await ended).toEqual([0, null]);
  });

  it('a closed stderr does not stop an installation', async () => {
    const folder = temporaryFolder();
    const { child, ended } = start(['install', 'uses-base', '--into', folder]);
    child.stderr?.destroy();
    expect((await ended).code).toBe(0);
    expect(existsSync(join(folder, 'uses-base-1.0.0.zip'))).toBe(true);
  });
});

describe('FORCE_COLOR beside NO_COLOR', () => {
  it('`--json` prints nothing beside the document of an error', async () => {
    const env = { NO_COLOR: '1', FORCE_COLOR: '1' };
    const { code, error } = await modportJson(['info', 'no-such-mod'], { env });
    expect({ code, error: error.code }).toEqual({ code: 4, error: 'mod_not_found' });
  });
});
