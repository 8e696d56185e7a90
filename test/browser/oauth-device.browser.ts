import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import type { AppOptions } from '../oauth/applications.js';
import { codeOf, enrol, newPerson } from '../pages/people.js';
import { signIn, useAuthorization } from './oauth-users.js';

const { world, newApp, newTab, forgetFactors, whoIs } = useAuthorization();

describe('the device flow', () => {
  /**
   * Starts the device flow of an application; `poll` forgets the last poll, so that it is never too
   * early.
   */
  async function start(scope: string, options: AppOptions = {}) {
    const app = await newApp({ name: 'Deck', ...options });
    const config = await app.configuration();
    const begun = await client.initiateDeviceAuthorization(config, { scope });
    const poll = async () => {
      await world.platform.db.$executeRaw`update oauth_records set payload = payload - 'polledAt'`;
      return client.genericGrantRequest(config, 'urn:ietf:params:oauth:grant-type:device_code', {
        device_code: begun.device_code,
      });
    };
    return { ...begun, poll };
  }

  it('a device gets its tokens after the user typed a wrong code, the right one, and allowed it', async () => {
    const device = await start('openid mods:read');
    const tab = await newTab();
    await tab.open(new URL(device.verification_uri).pathname);
    await signIn(tab);
    await tab.page.waitForURL('**/oauth/device');
    await tab.send({ Code: 'BBBB-BBBB' }, 'Continue');
    const field = tab.page.getByLabel('Code');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await tab.page.locator('#user_code-fault').textContent()).toContain(
      'This code is wrong',
    );
    expect(await field.inputValue()).toBe('BBBB-BBBB');
    await expect(device.poll()).rejects.toMatchObject({ error: 'authorization_pending' });
    await tab.send({ Code: device.user_code.toLowerCase().replace('-', ' ') }, 'Continue');
    expect(await tab.heading()).toBe('Connect this device?');
    const text = (await tab.page.locator('main').textContent()) ?? '';
    expect(text).toContain(device.user_code);
    expect(text).toContain('Deck');
    await tab.send({}, 'Allow');
    expect(await tab.heading()).toBe('Device connected');
    expect(await whoIs((await device.poll()).access_token)).toBe('ann');
    tab.expectQuiet();
    await tab.close();
  });

  it('a device gets access_denied if the user denies it', async () => {
    const device = await start('mods:read');
    const tab = await newTab();
    const { pathname, search } = new URL(device.verification_uri_complete ?? '');
    await tab.open(`${pathname}${search}`);
    await signIn(tab);
    await tab.page.waitForURL('**/oauth/device?*');
    expect(await tab.page.getByLabel('Code').inputValue()).toBe(device.user_code);
    await tab.send({}, 'Continue');
    await tab.send({}, 'Deny');
    expect(await tab.heading()).toBe('Access denied');
    await expect(device.poll()).rejects.toMatchObject({ error: 'access_denied' });
    tab.expectQuiet();
    await tab.close();
  });

  it('a device gets a sensitive scope after the user confirms the second factor', async () => {
    await newPerson(world, 'cid');
    const secret = await enrol(world, 'cid');
    const device = await start('mods:write', {
      scopes: ['mods:write'],
      approvedScopes: ['mods:write'],
    });
    const tab = await newTab();
    await tab.open('/account/sign-in');
    await signIn(tab, 'cid');
    await tab.send({ Code: codeOf(world, secret) }, 'Sign in');
    await forgetFactors();
    await tab.open('/oauth/device');
    await tab.send({ Code: device.user_code }, 'Continue');
    await tab.page.getByRole('link', { name: 'Confirm second factor' }).click();
    await tab.page.waitForURL('**/account/step-up?*');
    expect(await tab.heading()).toBe("Confirm that it's you");
    await tab.send({ Code: codeOf(world, secret, 1) }, 'Confirm');
    await tab.page.waitForURL('**/oauth/device?*');
    await tab.send({}, 'Continue');
    await tab.send({}, 'Allow');
    expect((await device.poll()).scope).toBe('mods:write');
    tab.expectQuiet();
    await tab.close();
  });
});
