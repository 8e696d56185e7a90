import { describe, expect, it } from 'vitest';
import { readSource } from '../../src/modules/publishing/references/read-reference.js';
import type { Json } from '../actors.js';
import { DOCUMENT } from './matrix/operations.js';
import { faultsOf } from './matrix/schemas.js';

const LOCATORS: Readonly<Record<string, Json>> = {
  github: { owner: 'bracken', repository: 'lantern-roads', release_id: 7, asset_id: 9 },
  modrinth: { project_id: 'AABBCCDD', version_id: 'EEFFGGHH', filename: 'lantern.jar' },
  hangar: { project_id: '12', version_id: '34', platform: 'PAPER' },
  codeberg: { owner: 'bracken', repository: 'lantern-roads', release_id: 7, asset_id: 9 },
};

/** A locator with each one of its members left out, and with each member of another provider. */
function wrongForms(provider: string): [string, Json][] {
  const right = LOCATORS[provider] ?? {};
  const less = Object.keys(right).map((name): [string, Json] => {
    const { [name]: _left, ...rest } = right;
    return [`without ${name}`, rest];
  });
  const foreign = Object.values(LOCATORS)
    .flatMap((other) => Object.entries(other))
    .filter(([name]) => !(name in right));
  return [
    ...less,
    ...foreign.map(([name, value]): [string, Json] => [
      `with ${name}`,
      { ...right, [name]: value },
    ]),
  ];
}

const camel = (locator: Json): Json =>
  Object.fromEntries(
    Object.entries(locator).map(([name, value]) => [
      name.replace(/_(.)/g, (_found, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );

const isDocumented = (locator: Json) =>
  faultsOf(DOCUMENT.components.schemas.ProviderLocatorInput, locator).length === 0;

const isAccepted = (locator: Json): boolean => {
  try {
    readSource(camel(locator));
    return true;
  } catch {
    return false;
  }
};

describe('the locators of external files', () => {
  it.each(Object.keys(LOCATORS))(
    'the document and the service accept the same locators of %s',
    (provider) => {
      const right = { provider, ...LOCATORS[provider] };
      expect([isDocumented(right), isAccepted(right)]).toEqual([true, true]);
      for (const [what, form] of wrongForms(provider)) {
        const wrong = { provider, ...form };
        expect([isDocumented(wrong), isAccepted(wrong)], what).toEqual([false, false]);
      }
    },
  );

  it('the document and the service refuse a locator of another provider', () => {
    const wrong = { ...LOCATORS['github'], provider: 'nowhere' };
    expect([isDocumented(wrong), isAccepted(wrong)]).toEqual([false, false]);
  });
});
