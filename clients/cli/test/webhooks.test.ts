import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modport, start } from './cli.js';
import { deliver, SECRET } from './deliveries.js';
import { FACTS } from './facts.js';
import { CREATOR, newProject } from './mod-project.js';

async function listening(...args: string[]) {
  const env = { MODPORT_WEBHOOK_SECRET: SECRET, ...CREATOR };
  const running = start(['webhooks', 'listen', '--port', '0', ...args], { env });
  const [, url = ''] = await running.said(/(http:\/\/127\.0\.0\.1:\d+)/);
  return { running, url };
}

describe('modport webhooks listen', () => {
  it('modport webhooks listen accepts genuine deliveries only', async () => {
    const { running, url } = await listening('--count', '1');
    expect(await deliver(url, 'another secret')).toBe(401);
    expect(await deliver(url, SECRET, 1_000_000)).toBe(401);
    expect((await fetch(url)).status).toBe(401);
    expect(await deliver(url)).toBe(204);
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout.match(/refused/g)).toHaveLength(3);
    expect(stdout).toContain('verified  file.ready  e-1');
    expect(stdout).not.toContain(SECRET);
  });

  it('modport webhooks listen forwards genuine deliveries with their signature', async () => {
    const bodies: string[] = [];
    const target = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
      request.on('end', () =>
        response.writeHead(request.headers['x-service-signature'] ? 200 : 400).end(),
      );
    }).listen(0, '127.0.0.1');
    await once(target, 'listening');
    onTestFinished(() => void target.close());
    const { port } = target.address() as AddressInfo;
    const { running, url } = await listening(
      '--count',
      '1',
      '--forward',
      `http://127.0.0.1:${port}/hooks`,
    );
    expect(await deliver(url)).toBe(204);
    expect((await running.ended).stdout).toContain('-> 200');
    expect(JSON.parse(bodies.join(''))).toMatchObject({ event_id: 'e-1' });
  });

  it('modport webhooks listen subscribes for as long as it runs, and receives a real event', async () => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}/`;
    const args = ['webhooks', 'listen', '--port', String(port), '--url', address, '--count', '1'];
    const running = start(args, { env: CREATOR });
    await running.said(/Listening|Wartet/);
    const { folder } = newProject();
    await modport(['publish'], { cwd: folder, env: CREATOR });
    const { code, stdout } = await running.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('verified  version.published');
    const response = await fetch(`${FACTS.base_url}/v1/webhook-subscriptions`, {
      headers: { Authorization: `Bearer ${FACTS.token}` },
    });
    const { data } = (await response.json()) as { data: { url: string; state: string }[] };
    expect(data.filter((one) => one.url === address && one.state === 'active')).toEqual([]);
  });

  it('modport webhooks listen ends with exit code 0 after Ctrl-C', async () => {
    const { running } = await listening();
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(0);
  });

  it('modport webhooks listen needs a secret', async () => {
    expect((await modport(['webhooks', 'listen'])).code).toBe(2);
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
