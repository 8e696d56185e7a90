import { z } from 'zod';
import { createFormBrowser, type FormBrowser } from '../../form-browser.js';
import type { Modport } from '../hosts/modport.js';
import type { Recorded, TokenUse } from '../record.js';
import { type Caller, Refused } from './client.js';

const DEVICE = z.object({ device_code: z.string(), user_code: z.string() });
const TOKENS = z.object({ access_token: z.string(), refresh_token: z.string() });
const ANYTHING = z.unknown();
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const DEVICE_PAGE = '/oauth/device';
const PASSWORD = 'three random words for the cluster';

/** An application on a device, and the person who approves it in a browser. */
export interface Application {
  readonly clientId: string;
  readonly username: string;
  readonly browser: FormBrowser;
}

/** Registers a public application of a new user. */
export async function createApplication(
  { url, modport }: { readonly url: string; readonly modport: Modport },
  username: string,
): Promise<Application> {
  await modport.command(['user', 'create', '--username', username, '--password', PASSWORD]);
  const made = await modport.command([
    'oauth-client',
    'create',
    '--username',
    username,
    '--name',
    'Cluster',
    '--redirect-uri',
    'http://127.0.0.1/callback',
    '--scopes',
    'mods:read',
  ]);
  const { client_id: clientId } = z.object({ client_id: z.string() }).parse(made);
  return { clientId, username, browser: createFormBrowser(url) };
}

/**
 * Connects a device, uses its tokens, replaces them, and disconnects it. A code or a refresh token
 * whose response was lost cannot be used again, so such an action is given up.
 */
export async function connectDevice(
  caller: Caller,
  record: Recorded,
  app: Application,
): Promise<void> {
  const client_id = app.clientId;
  const { body: device } = await caller.call({
    operation: 'connect device',
    method: 'POST',
    path: '/oauth/device_authorization',
    form: { client_id, scope: 'mods:read' },
    shape: DEVICE,
  });
  await approve(app, device.user_code);
  const exchange = async (form: Record<string, string>) => {
    const call = { operation: 'exchange token', method: 'POST', path: '/oauth/token' } as const;
    return (await caller.once({ ...call, form: { client_id, ...form }, shape: TOKENS })).body;
  };
  const first = await exchange({ grant_type: DEVICE_GRANT, device_code: device.device_code });
  await use(caller, record, first.access_token, 'issued');
  const { refresh_token } = first;
  const second = await exchange({ grant_type: 'refresh_token', refresh_token });
  await use(caller, record, second.access_token, 'issued');
  await caller.call({
    operation: 'revoke token',
    method: 'POST',
    path: '/oauth/revoke',
    form: { client_id, token: second.refresh_token },
    shape: ANYTHING,
  });
  await use(caller, record, second.access_token, 'revoked');
}

/** Signs in if necessary, and approves the device. Throws Refused without the page of a success. */
async function approve({ browser, username }: Application, user_code: string): Promise<void> {
  try {
    let page = await browser.open(DEVICE_PAGE);
    if (page.html.includes('name="password"')) {
      await browser.press(page, '', { login: username, password: PASSWORD });
      page = await browser.open(DEVICE_PAGE);
    }
    const confirm = await browser.press(page, '', { user_code });
    const done = await browser.press(confirm, 'decision=approve');
    if (done.html.includes('Device connected')) return;
  } catch {
    // The page of an outage has no form.
  }
  throw new Refused('approve device', null, null);
}

async function use(
  caller: Caller,
  { tokenUses }: Recorded,
  token: string,
  state: TokenUse['state'],
): Promise<void> {
  const note = (isAccepted: boolean) => {
    tokenUses.push({ caller: caller.name, state, isAccepted, atMs: Date.now() });
  };
  try {
    const headers = { Authorization: `Bearer ${token}` };
    const read = { operation: 'use token', method: 'GET', path: '/mods?limit=1' } as const;
    const expected = state === 'revoked' ? { expects: 'unauthorized' } : {};
    await caller.call({ ...read, ...expected, headers, shape: ANYTHING });
    note(true);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    note(false);
  }
}
