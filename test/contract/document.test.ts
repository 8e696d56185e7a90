import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { routes } from '../../rest-facade/routes/index.js';
import { CURRENT, readDocument } from '../../scripts/compatible/released.js';
import { AGENT_TOOLS } from '../../src/registry/agent-tools.js';
import { EVENTS } from '../../src/registry/events.js';
import { LIMITS } from '../../src/registry/limits.js';
import { PROVIDER_NAMES, PROVIDERS } from '../../src/registry/providers.js';
import type { Json } from '../actors.js';

const document: Json = readDocument(CURRENT);
const operations: [string, Json][] = Object.entries<Json>(document.paths).flatMap(([, methods]) =>
  Object.values<Json>(methods).map((operation): [string, Json] => [
    operation.operationId,
    operation,
  ]),
);
const operationOf = (id: string): Json => operations.find(([known]) => known === id)?.[1];
const schemaOf = (name: string): Json => document.components.schemas[name];
const codesOf = (id: string, status: number): string[] =>
  operationOf(id).responses[status]?.['x-error-codes'] ?? [];
/** A schema, with its reference resolved. */
const resolved = (schema: Json): Json =>
  schema.$ref ? schemaOf(schema.$ref.split('/').at(-1)) : schema;

describe('the webhooks of the OpenAPI document', () => {
  it('each webhook of the OpenAPI document has its payload, headers and signature', () => {
    expect(Object.keys(document.webhooks)).toEqual(Object.keys(EVENTS));
    for (const [kind, { post }] of Object.entries<Json>(document.webhooks)) {
      expect(post.parameters.map((it: Json) => [it.name, it.in, it.required])).toEqual([
        ['X-Service-Signature', 'header', true],
        ['X-Service-Timestamp', 'header', true],
        ['X-Service-Delivery-Id', 'header', true],
      ]);
      expect(post.parameters[0].description).toContain('HMAC-SHA256');
      const name = post.requestBody.content['application/json'].schema.$ref.split('/').at(-1);
      const { properties } = schemaOf(name);
      expect(properties.type.const).toBe(kind);
      expect(resolved(properties.subject).properties.type.const).toBe(
        EVENTS[kind as keyof typeof EVENTS].subject,
      );
      expect(Object.keys(resolved(properties.data).properties)).not.toEqual([]);
    }
  });
});

describe('the OpenAPI document', () => {
  it('the security schemes include OAuth and OpenID Connect next to the bearer token', () => {
    const { bearer, oauth2, openIdConnect } = document.components.securitySchemes;
    expect([bearer.type, oauth2.type, openIdConnect.type]).toEqual([
      'http',
      'oauth2',
      'openIdConnect',
    ]);
    const { scopes, tokenUrl } = oauth2.flows.authorizationCode;
    expect(tokenUrl).toBe('/oauth/token');
    expect(Object.keys(scopes)).toContain('mods:write');
    expect(Object.keys(scopes).filter((scope) => /^admin:|^agent:\*$/.test(scope))).toEqual([]);
    expect(operationOf('createModDraft').security).toEqual([
      { bearer: ['mods:write'] },
      { oauth2: ['mods:write'] },
      { openIdConnect: ['mods:write'] },
    ]);
    expect(operationOf('listMods').security[0]).toEqual({});
    expect(operationOf('listAgentGatewayTools').security).toEqual([{ bearer: ['agent:*'] }]);
  });

  it('the description of each write states when the identity headers are required', () => {
    const named = operations.filter(([, { parameters = [] }]) =>
      parameters.some(({ $ref = '' }: Json) => $ref.endsWith('/ServiceClient')),
    );
    expect(named.length).toBeGreaterThan(20);
    for (const [id, { description }] of operations) {
      const isWrite = named.some(([known]) => known === id);
      expect(description.includes('X-Service-Client'), id).toBe(isWrite);
    }
    const { ServiceClient, ServiceClientVersion, UserAgent } = document.components.parameters;
    for (const { required } of [ServiceClient, ServiceClientVersion, UserAgent]) {
      expect(required ?? false).toBe(false);
    }
  });

  it('setModTeamMember names the time in which a user who left early cannot be added again', () => {
    expect([LIMITS.declineMembershipSeconds, LIMITS.rejoinSeconds]).toEqual([604_800, 86_400]);
    const rule = 'leaves within seven days after their addition, without any work for the mod';
    const fields = buildSchema(readFileSync('schema.graphql', 'utf8')).getMutationType();
    const { description } = operationOf('setModTeamMember');
    for (const text of [description, fields?.getFields()['setModTeamMember']?.description]) {
      expect(text).toContain(rule);
      expect(text).toContain('cannot be added again for a day');
    }
  });

  it('GET /search requires q', () => {
    const q = operationOf('searchCatalog').parameters.find((it: Json) => it.name === 'q');
    expect(q.required).toBe(true);
  });

  it('the schemas express exactly one and at least one of several members', () => {
    const ways = (name: string, keyword: string): string[][] =>
      schemaOf(name).if[keyword].map((way: Json) => way.required);
    expect(ways('InstallPlanInput', 'anyOf')).toEqual([['mod_ids'], ['versions'], ['artifacts']]);
    expect(ways('UploadInput', 'anyOf')).toEqual([['expectedHashes'], ['expectedSha256']]);
    expect(ways('InstalledFileInput', 'oneOf')).toEqual([['artifact_id'], ['hash']]);
    const [hashes] = schemaOf('UploadInput').if.anyOf;
    expect(hashes.properties.expectedHashes.required).toEqual(['sha256']);
    const digests = schemaOf('ExternalArtifactInput').if.oneOf.map(({ properties }: Json) => [
      properties.locator.properties.provider.enum[0],
      properties.expected_hashes.required,
    ]);
    const expected = PROVIDER_NAMES.map((name) => [name, PROVIDERS[name].hashes]);
    expect(digests).toEqual(expected);
  });

  it('lists and numbers in requests have the bounds of the service', () => {
    const { properties } = schemaOf('SignUploadPartsInput');
    expect(properties.partNumbers).toMatchObject({
      minItems: 1,
      maxItems: LIMITS.signedPartsPerRequest,
      uniqueItems: true,
      items: { minimum: 1 },
    });
    const ids = operationOf('listMods').parameters.find((it: Json) => it.name === 'ids');
    expect(ids.schema.maxItems).toBe(LIMITS.pageSizeMax);
    expect(schemaOf('DownloadProgressInput').properties.bytes_received.minimum).toBe(0);
    const { tool } = schemaOf('RunAgentToolInput').properties;
    expect(resolved(tool).enum).toEqual(Object.keys(AGENT_TOOLS));
  });

  it('each operation lists only its own codes, each under its statuses', () => {
    for (const [id] of operations) {
      expect(codesOf(id, 413), id).not.toContain('invalid_request');
    }
    expect(operationOf('listGames').responses[404]).toBeUndefined();
    expect(codesOf('listGames', 400)).toEqual(['invalid_input', 'invalid_request']);
    expect(codesOf('getArtifact', 400)).toEqual(['invalid_file_id', 'invalid_request']);
    expect(codesOf('createUploadSession', 409)).not.toContain('zip_entry_limit');
    expect(codesOf('createUploadSession', 409)).not.toContain('missing_sha256');
    expect(codesOf('createUploadSession', 400)).toContain('missing_sha256');
    expect(codesOf('completeUploadSession', 409)).toContain('invalid_parts');
    expect(operations.map(([id]) => id).toSorted()).toEqual(Object.keys(routes).toSorted());
  });
});
