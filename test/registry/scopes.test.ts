import { describe, expect, it } from 'vitest';
import {
  FORMERLY_STANDARD,
  isSensitive,
  parseScopes,
  SCOPES,
  type Scope,
  satisfiesScope,
} from '../../src/registry/scopes.js';
import { OPERATION_FACTS, SCOPE_FACTS } from '../contract/facts.js';

const scopes = Object.keys(SCOPES) as Scope[];

describe('the scopes', () => {
  it.each(Object.entries(SCOPE_FACTS))(
    'scopes of kind %s are those of the contract',
    (kind, names) => {
      const ofKind = scopes.filter((scope) => SCOPES[scope].kind === kind);
      expect(ofKind.toSorted()).toEqual([...names].toSorted());
    },
  );

  it('every scope that a contract operation requires is registered', () => {
    const asked = new Set(OPERATION_FACTS.flatMap((operation) => operation.scopes));
    expect([...asked].filter((scope) => !Object.hasOwn(SCOPES, scope))).toEqual([]);
  });

  it('scope descriptions are unique in each of three languages', () => {
    for (const locale of ['en', 'ru', 'de'] as const) {
      const texts = scopes.map((scope) => SCOPES[scope].description[locale]);
      for (const text of texts) expect(text).toMatch(/^\p{Lu}.{8,}[^.]$/u);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  it('mods:write and admin:* are sensitive scopes, mods:read and account:read are not', () => {
    expect(isSensitive('mods:write')).toBe(true);
    expect(isSensitive('admin:*')).toBe(true);
    expect(isSensitive('mods:read')).toBe(false);
    expect(isSensitive('account:read')).toBe(false);
  });

  it.each(FORMERLY_STANDARD)('%s is sensitive, because it can take a mod over', (scope) => {
    expect(isSensitive(scope)).toBe(true);
  });
});

describe('parseScopes()', () => {
  it('parseScopes() reads a request or a row, each scope once', () => {
    expect(parseScopes('mods:read  files:upload mods:read')).toEqual(['mods:read', 'files:upload']);
    expect(parseScopes(['agent:*'])).toEqual(['agent:*']);
    expect(parseScopes('')).toEqual([]);
  });

  it.each(['mods:read mods:delete', 'MODS:READ', 'mods:read,mods:write', 'toString', 'agent:'])(
    'parseScopes() refuses the whole of "%s" for one unknown scope',
    (text) => {
      expect(() => parseScopes(text)).toThrow('invalid_scope');
    },
  );
});

describe('holds()', () => {
  it('a scope satisfies holds() for itself and for no other', () => {
    expect(satisfiesScope(['mods:read'], 'mods:read')).toBe(true);
    expect(satisfiesScope(['mods:write'], 'mods:read')).toBe(false);
    expect(satisfiesScope([], 'mods:read')).toBe(false);
  });

  it('agent:* satisfies holds() for every tool, and any tool scope for the gateway', () => {
    expect(satisfiesScope(['agent:*'], 'agent:mods.get')).toBe(true);
    expect(satisfiesScope(['agent:mods.get'], 'agent:*')).toBe(true);
    expect(satisfiesScope(['agent:mods.get'], 'agent:mods.search')).toBe(false);
  });

  it('agent:run satisfies holds() for the desktop route alone, and agent:* does not include it', () => {
    expect(satisfiesScope(['agent:*'], 'agent:run')).toBe(false);
    expect(satisfiesScope(['agent:run'], 'agent:*')).toBe(false);
    expect(satisfiesScope(['agent:run'], 'agent:mods.get')).toBe(false);
  });

  it('admin:* satisfies holds() for no other scope', () => {
    expect(satisfiesScope(['admin:*'], 'admin:*')).toBe(true);
    expect(scopes.filter((scope) => satisfiesScope(['admin:*'], scope))).toEqual(['admin:*']);
  });
});
