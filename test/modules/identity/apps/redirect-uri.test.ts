import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  redirectUriFault,
  redirectUriKey,
} from '../../../../src/modules/identity/apps/redirect-uri.js';
import { LIMITS } from '../../../../src/registry/limits.js';

const GOOD = [
  'https://example.com',
  'https://example.com/',
  'https://app.example.co.uk/oauth/callback',
  'https://example.com:8443/callback?tenant=7&x=%C3%A9',
  'https://xn--bcher-kva.example/ruf',
  'https://example.com/a@b',
  'http://127.0.0.1/callback',
  'http://127.0.0.1:53682/oauth/callback',
  'http://[::1]/callback',
  'http://[::1]:8080',
  'http://localhost:3000/cb',
  'com.example.app:/oauth2redirect',
  'com.example.app://callback',
  'modmanager://oauth/callback',
  'mod-manager+beta:callback',
];

/** Every invalid form with its code and reason. */
const BAD: readonly [uri: string, code: string, why: string][] = [
  ['', 'invalid_format', 'nothing'],
  ['/callback', 'invalid_format', 'relative'],
  ['//example.com/callback', 'invalid_format', 'without a scheme'],
  ['example.com/callback', 'invalid_format', 'without a scheme'],
  ['https://', 'invalid_format', 'without a host'],
  ['https://example.com:99999/', 'invalid_format', 'no port'],
  [' https://example.com/', 'invalid_format', 'a space before it'],
  ['https://example.com/a b', 'invalid_format', 'a space inside'],
  ['https://example.com/\u0000', 'invalid_format', 'NUL'],
  ['https://example.com/\n', 'invalid_format', 'a line break'],
  ['https://example.com\\@evil.example/', 'invalid_format', 'a backslash'],
  ['https://example.com/<script>', 'invalid_format', 'signs that no URI has'],
  ['https://example.com/%zz', 'invalid_format', 'a broken escape'],
  ['https://bücher.example/', 'invalid_format', 'a host that is not in Punycode'],
  ['https://example.com/ü', 'invalid_format', 'a path that is not escaped'],
  ['HTTPS://example.com/', 'invalid_format', 'an upper-case scheme'],
  ['https://Example.com/', 'invalid_format', 'an upper-case host'],
  ['https://example.com:443/', 'invalid_format', 'the port of the scheme'],
  ['https://example.com/a/../b', 'invalid_format', 'dots'],
  ['https://example.com/./b', 'invalid_format', 'a dot'],
  ['https:example.com/callback', 'invalid_format', 'no slashes'],
  ['https:/example.com/callback', 'invalid_format', 'one slash'],
  ['https://exa%6dple.com/', 'invalid_format', 'an escape in the host'],
  ['http://127.1/callback', 'invalid_format', 'a short address'],
  ['http://2130706433/callback', 'invalid_format', 'an address as a number'],
  ['http://[0:0:0:0:0:0:0:1]/', 'invalid_format', 'a long address'],
  ['https://example.com/#done', 'not_allowed', 'a fragment'],
  ['https://example.com/#', 'not_allowed', 'an empty fragment'],
  ['com.example.app:/cb#x', 'not_allowed', 'a fragment behind its own scheme'],
  ['https://user@example.com/', 'not_allowed', 'a user name'],
  ['https://user:word@example.com/', 'not_allowed', 'a password'],
  ['https://@example.com/', 'not_allowed', 'an empty user name'],
  ['com.example.app://user@host/', 'not_allowed', 'a user name behind its own scheme'],
  ['https://*.example.com/', 'not_allowed', 'a wildcard for hosts'],
  ['https://example.com/*', 'not_allowed', 'a wildcard for paths'],
  ['https://localhost/', 'not_allowed', 'https on this machine'],
  ['https://app.localhost/', 'not_allowed', 'https on this machine'],
  ['https://127.0.0.1/', 'not_allowed', 'https on this machine'],
  ['https://[::1]/', 'not_allowed', 'https on this machine'],
  ['https://10.0.0.5/', 'not_allowed', 'an address of a private network'],
  ['https://203.0.113.5/', 'not_allowed', 'an address'],
  ['https://[2001:db8::1]/', 'not_allowed', 'an address'],
  ['https://intranet/', 'not_allowed', 'a name without a domain'],
  ['https://nas.local/', 'not_allowed', 'a name of the local network'],
  ['https://wiki.internal/', 'not_allowed', 'a name of a private network'],
  ['https://box.home.arpa/', 'not_allowed', 'a name of the home'],
  ['https://example.com./', 'not_allowed', 'a dot at the end of the host'],
  ['https://ex_ample.com/', 'not_allowed', 'no host name'],
  ['https://-a.example.com/', 'not_allowed', 'no host name'],
  ['http://example.com/callback', 'not_allowed', 'http to another machine'],
  ['http://127.0.0.2/callback', 'not_allowed', 'another address of this machine'],
  ['http://0.0.0.0/callback', 'not_allowed', 'any address'],
  ['http://app.localhost/', 'not_allowed', 'http to a name'],
  ['c:/windows', 'not_allowed', 'a drive'],
  ['com.example.app:', 'not_allowed', 'a scheme alone'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    'vbscript:x',
    'about:blank',
    'view-source:https://example.com/',
    'filesystem:https://example.com/x',
    'ws://example.com/',
    'wss://example.com/',
    'ftp://example.com/',
    'mailto:a@example.com',
    'tel:112',
    'intent://x/',
    'android-app://com.example/',
    'chrome-extension://abc/',
    'moz-extension://abc/',
    'ms-settings:privacy',
    'search-ms:query=x',
    'itms-services://?action=download-manifest',
    'web+mods:x',
    'urn:ietf:wg:oauth:2.0:oob',
  ].map((uri): [string, string, string] => [uri, 'not_allowed', 'a scheme of somebody else']),
];

/** A program that registers an application with redirect URIs and prints those of the issuer. */
const REGISTRATION = `
  import Provider from 'oidc-provider';
  const client = {
    client_id: 'a',
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    redirect_uris: JSON.parse(process.argv[1]),
  };
  const issuer = new Provider('https://issuer.example', { clients: [client] });
  console.log(JSON.stringify((await issuer.Client.find('a')).redirectUris));
`;

describe('a redirect URI', () => {
  it.each(GOOD)('the redirect URI %s is accepted unchanged', (uri) => {
    expect(redirectUriFault(uri)).toBeNull();
  });

  it.each(BAD)('the redirect URI %j is rejected as %s: %s', (uri, code) => {
    expect(redirectUriFault(uri)).toBe(code);
  });

  it('a redirect URI has a maximum length', () => {
    const start = 'https://example.com/';
    const longest = start + 'a'.repeat(LIMITS.urlCharacters - start.length);
    expect(redirectUriFault(longest)).toBeNull();
    expect(redirectUriFault(`${longest}a`)).toBe('too_long');
  });

  it('redirectUriKey is equal for two spellings of the same target', () => {
    const same = (one: string, other: string) => redirectUriKey(one) === redirectUriKey(other);
    expect(same('https://example.com', 'https://example.com/')).toBe(true);
    expect(same('http://127.0.0.1:1/cb', 'http://127.0.0.1:2/cb')).toBe(true);
    expect(same('http://127.0.0.1/cb', 'http://localhost/cb')).toBe(false);
    expect(same('https://example.com:1/', 'https://example.com:2/')).toBe(false);
    expect(same('https://example.com/a', 'https://example.com/b')).toBe(false);
  });

  it('every accepted redirect URI is also accepted by the issuer', async () => {
    // In a process of its own, because the library prints the requirements of a real issuer.
    const args = ['--input-type=module', '--eval', REGISTRATION, JSON.stringify(GOOD)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    expect(JSON.parse(stdout)).toEqual(GOOD);
  });
});
