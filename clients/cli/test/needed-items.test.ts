import type { Plan } from '@modport/client';
import { describe, expect, it } from 'vitest';
import type { LockedRequest } from '../src/install/lockfile.js';
import { neededOnly } from '../src/install/needed-items.js';

/** A request for the mod `new`. */
const REQUEST: LockedRequest = {
  game_slug: 'game',
  game_version: null,
  loader: null,
  platform: null,
  release_channel: 'release',
  include_optional: true,
  mods: [{ mod_id: 'new', version_id: null }],
};

/**
 * The needed items of a plan and their roles. `said` are its dependencies, such as
 * `new required library`.
 */
function neededItems(
  items: readonly { item_id: string; mod_id: string; role: string }[],
  said: readonly string[],
): string[] {
  const found = {
    plan_id: 'plan',
    items: items.map((item) => ({ ...item, version_id: item.mod_id, embedded_in: null })),
    dependency_constraints: said.map((one) => {
      const [from_item_id, kind, satisfied_by_item_id] = one.split(' ');
      return { from_item_id, kind, satisfied_by_item_id };
    }),
  };
  const plan = neededOnly(REQUEST, found as unknown as Plan);
  return plan.items.map(({ item_id, role }) => `${item_id} ${role}`);
}

describe('the needed part of a plan', () => {
  it('the needed part has the optional files of needed mods, and no others', () => {
    const items = [
      { item_id: 'new', mod_id: 'new', role: 'selected' },
      { item_id: 'new-extra', mod_id: 'new', role: 'optional' },
      { item_id: 'library', mod_id: 'library', role: 'selected' },
      { item_id: 'library-extra', mod_id: 'library', role: 'optional' },
      { item_id: 'unused', mod_id: 'unused', role: 'selected' },
      { item_id: 'unused-extra', mod_id: 'unused', role: 'optional' },
    ];
    expect(neededItems(items, ['new required library'])).toEqual([
      'new selected',
      'new-extra optional',
      'library required',
      'library-extra optional',
    ]);
  });

  it('the needed part has the main file of a mod of which an optional file is required', () => {
    const items = [
      { item_id: 'library', mod_id: 'library', role: 'selected' },
      { item_id: 'library-named', mod_id: 'library', role: 'required' },
      { item_id: 'library-extra', mod_id: 'library', role: 'optional' },
      { item_id: 'new', mod_id: 'new', role: 'selected' },
      { item_id: 'unused', mod_id: 'unused', role: 'selected' },
    ];
    expect(neededItems(items, ['new required library-named'])).toEqual([
      'library required',
      'library-named required',
      'library-extra optional',
      'new selected',
    ]);
    // Only the mod that the plan drops requires the named file.
    const dropped = ['new required library', 'unused required library-named'];
    expect(neededItems(items, dropped)).toContain('library-named optional');
  });

  it('the needed part requires all files of a mod that is first optional and then required', () => {
    const items = [
      { item_id: 'library', mod_id: 'library', role: 'selected' },
      { item_id: 'library-named', mod_id: 'library', role: 'required' },
      { item_id: 'other', mod_id: 'other', role: 'required' },
      { item_id: 'new', mod_id: 'new', role: 'selected' },
    ];
    const said = ['new optional library-named', 'new required other'];
    expect(neededItems(items, [...said, 'other required library-named'])).toEqual([
      'library required',
      'library-named required',
      'other required',
      'new selected',
    ]);
  });
});
