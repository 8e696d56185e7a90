import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requestSource } from '../../../src/platform/http/request-source.js';

/** The source of a request to `mods.example.org` with these headers. */
function sourceOf(headers: Record<string, string>, countryHeader?: string) {
  const req = Object.assign(new IncomingMessage(new Socket()), { headers });
  return requestSource(req, { countryHeader, ownHost: 'mods.example.org' });
}

describe('the source of a request', () => {
  it.each([
    ['https://Forum.example.org/t/7?user=ann', 'forum.example.org'],
    ['http://xn--bcher-kva.example.org:8080/', 'xn--bcher-kva.example.org'],
  ])('the referrer %s is the host %s', (referer, host) => {
    expect(sourceOf({ referer }).referrer).toBe(host);
  });

  it.each([
    'https://mods.example.org/mods/lantern',
    'http://10.0.0.7/',
    'http://[fd00::1]/',
    'http://intranet/',
    'http://wiki.corp/',
    'http://nas.local/',
    'http://router.home.arpa/',
    'http://build.internal/',
    'android-app://org.example.app/',
    'nonsense',
  ])('the referrer %s is no site of the public web', (referer) => {
    expect(sourceOf({ referer }).referrer).toBeNull();
  });

  it('the region is read only from the header that the configuration names', () => {
    const headers = { 'cf-ipcountry': 'de' };
    expect(sourceOf(headers, 'cf-ipcountry').region).toBe('EU');
    expect(sourceOf(headers).region).toBeNull();
    expect(sourceOf({ 'cf-ipcountry': 'T1' }, 'cf-ipcountry').region).toBeNull();
  });
});
