import { describe, expect, it } from 'vitest';
import {
  FORMERLY_STANDARD,
  holds,
  isSensitive,
  parseScopes,
  SCOPES,
  type Scope,
} from '../../src/registry/scopes.js';
import { OPERATION_FACTS, SCOPE_FACTS } from '../contract/facts.js';

const scopes = Object.keys(SCOPES) as Scope[];

describe('the scopes', () => {
  it.each(Object.entries(SCOPE_FACTS))('of kind %s are those of the contract', (kind, names) => {
    const ofKind = scopes.filter((scope) => SCOPES[scope].kind === kind);
    expect(ofKind.toSorted()).toEqual([...names].toSorted());
  });

  it('cover what the operations of the contract ask for', () => {
    const asked = new Set(OPERATION_FACTS.flatMap((operation) => operation.scopes));
    expect([...asked].filter((scope) => !Object.hasOwn(SCOPES, scope))).toEqual([]);
  });

  it('tell a user in three languages, and differently, what is being allowed', () => {
    for (const locale of ['en', 'ru', 'de'] as const) {
      const texts = scopes.map((scope) => SCOPES[scope].description[locale]);
      for (const text of texts) expect(text).toMatch(/^\p{Lu}.{8,}[^.]$/u);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  it('need review and a second factor where they reach far', () => {
    expect(isSensitive('mods:write')).toBe(true);
    expect(isSensitive('admin:*')).toBe(true);
    expect(isSensitive('mods:read')).toBe(false);
    expect(isSensitive('account:read')).toBe(false);
  });

  it.each(FORMERLY_STANDARD)(
    '%s needs a review and a second factor, as it takes a mod over',
    (scope) => {
      expect(isSensitive(scope)).toBe(true);
    },
  );
});

describe('parseScopes()', () => {
  it('reads a request or a row, each scope once', () => {
    expect(parseScopes('mods:read  files:upload mods:read')).toEqual(['mods:read', 'files:upload']);
    expect(parseScopes(['agent:*'])).toEqual(['agent:*']);
    expect(parseScopes('')).toEqual([]);
  });

  it.each(['mods:read mods:delete', 'MODS:READ', 'mods:read,mods:write', 'toString', 'agent:'])(
    'refuses the whole of "%s" for one unknown scope',
    (text) => {
      expect(() => parseScopes(text)).toThrow('invalid_scope');
    },
  );
});

describe('holds()', () => {
  it('takes a scope for itself and for no other', () => {
    expect(holds(['mods:read'], 'mods:read')).toBe(true);
    expect(holds(['mods:write'], 'mods:read')).toBe(false);
    expect(holds([], 'mods:read')).toBe(false);
  });

  it('lets agent:* use every tool, and any tool open the gateway', () => {
    expect(holds(['agent:*'], 'agent:mods.get')).toBe(true);
    expect(holds(['agent:mods.get'], 'agent:*')).toBe(true);
    expect(holds(['agent:mods.get'], 'agent:mods.search')).toBe(false);
  });

  it('keeps the desktop route apart from the tools', () => {
    expect(holds(['agent:*'], 'agent:run')).toBe(false);
    expect(holds(['agent:run'], 'agent:*')).toBe(false);
    expect(holds(['agent:run'], 'agent:mods.get')).toBe(false);
  });

  it('makes no master key of admin:*', () => {
    expect(holds(['admin:*'], 'admin:*')).toBe(true);
    expect(scopes.filter((scope) => holds(['admin:*'], scope))).toEqual(['admin:*']);
  });
});
