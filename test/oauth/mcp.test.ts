import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { codeOf, connected, mcpUrl, type Revision } from '../mcp.js';
import { newApplication, REDIRECT } from './applications.js';
import { ada, browser, useCodeBrowser, world } from './code-browser.js';
import { arrived } from './code-flow.js';

useCodeBrowser();

/** The state of one authorization in an MCP program. */
interface Kept {
  tokens?: StoredOAuthTokens;
  verifier?: string;
  discovery?: OAuthDiscoveryState;
  /** The address to which it sends the browser. */
  url?: URL;
}

/** An MCP program that is registered as an application. */
function programOf(clientId: string, kept: Kept): OAuthClientProvider {
  return {
    redirectUrl: REDIRECT.https,
    clientMetadata: { redirect_uris: [REDIRECT.https], token_endpoint_auth_method: 'none' },
    clientInformation: () => ({ client_id: clientId }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (url) => void Object.assign(kept, { url }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    saveDiscoveryState: (discovery) => void Object.assign(kept, { discovery }),
    discoveryState: () => kept.discovery,
    codeVerifier: () => kept.verifier ?? '',
  };
}

describe('an application with the authorization of MCP', () => {
  it('an approved application gets a token for the tools that its user allows', async () => {
    const scope = 'agent:mods.search';
    const approvedScopes = [scope, 'agent:mods.get'];
    const { clientId } = await newApplication(world, ada.userId, {
      scopes: approvedScopes,
      approvedScopes,
    });
    const kept: Kept = {};
    const program = programOf(clientId, kept);
    const serverUrl = mcpUrl(world);
    expect(await auth(program, { serverUrl, scope })).toBe('REDIRECT');
    expect(kept.url?.searchParams.get('resource')).toBe(serverUrl);
    await browser.signIn(ada.userId, true);
    const consent = await browser.open(kept.url ?? new URL('about:blank'));
    const { searchParams } = arrived(await browser.press(consent, 'decision=approve'));
    const [code, iss] = [searchParams.get('code') ?? '', searchParams.get('iss') ?? ''];
    const authorized = await auth(program, { serverUrl, authorizationCode: code, iss });
    expect(authorized).toBe('AUTHORIZED');
    expect(kept.tokens).toMatchObject({ scope, expires_in: 900 });
    const revisions: readonly Revision[] = ['2025-11-25', '2026-07-28'];
    for (const revision of revisions) {
      const client = await connected(world, { token: kept.tokens?.access_token ?? '' }, revision);
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['mods_search']);
      const refused = await client.callTool({ name: 'mods_get', arguments: {} });
      expect(codeOf(refused)).toBe('insufficient_scope');
      await client.close();
    }
  });

  it('an application that is not approved for a tool gets no token for it', async () => {
    const { clientId } = await newApplication(world, ada.userId);
    const kept: Kept = {};
    const program = programOf(clientId, kept);
    await auth(program, { serverUrl: mcpUrl(world), scope: 'agent:mods.search' });
    const { searchParams } = arrived(await browser.open(kept.url ?? new URL('about:blank')));
    expect(searchParams.get('error')).toBe('invalid_scope');
  });
});
