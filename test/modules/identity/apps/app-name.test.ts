import { describe, expect, it } from 'vitest';
import {
  appNameFault,
  nameKey,
  normalizedName,
} from '../../../../src/modules/identity/apps/check-app.js';

describe('the name of an application', () => {
  it.each([
    'Packwright',
    'Mod Manager 2',
    'Модпак',
    'Müllers Mods',
    'C++ & Lua',
    'モッド',
    '🧰 Kit',
  ])('the application name %s is accepted', (name) => {
    expect(appNameFault(normalizedName(name))).toBeNull();
  });

  it.each([
    ['', 'too_short'],
    ['   ', 'too_short'],
    ['x'.repeat(61), 'too_long'],
    ['two\nlines', 'invalid_format'],
    ['a\u0000b', 'invalid_format'],
    ['a\u0007b', 'invalid_format'],
    ['\u202Egnp.exe', 'invalid_format'],
    ['a\u2066b\u2069', 'invalid_format'],
    ['a\u200Bb', 'invalid_format'],
    ['a\uFEFFb', 'invalid_format'],
    ['a\u2028b', 'invalid_format'],
    ['Pаckwright', 'not_allowed'],
    ['Ρackwright', 'not_allowed'],
    ['modport', 'not_allowed'],
    ['The ModPort Desktop', 'not_allowed'],
    ['M o d-p o r t', 'not_allowed'],
    ['ｍｏｄｐｏｒｔ', 'not_allowed'],
  ])('the application name %j is rejected as %s', (name, code) => {
    expect(appNameFault(normalizedName(name))).toBe(code);
  });

  it('an application name is stored without extra spaces and compared without case and width', () => {
    expect(normalizedName('  Pack   wright ')).toBe('Pack wright');
    expect(nameKey('PACKWRIGHT')).toBe(nameKey('Ｐackwright'));
  });
});
