import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { complaint } from './complaint.js';

describe('the variables of Meilisearch', () => {
  const whole = { MEILI_URL: 'https://search.example/', MEILI_API_KEY: 'hunter2+/=' };

  test('both variables select Meilisearch, and none of them PostgreSQL', () => {
    const meilisearch = { url: 'https://search.example', apiKey: 'hunter2+/=' };
    expect(loadConfig(whole).meilisearch).toEqual(meilisearch);
    expect(loadConfig({}).meilisearch).toBeUndefined();
  });

  test.each([
    ['MEILI_URL', 'MEILI_API_KEY'],
    ['MEILI_API_KEY', 'MEILI_URL'],
  ] as const)('%s without %s is refused', (name, other) => {
    expect(complaint({ [name]: whole[name] })).toBe(
      `${name} is set, but Meilisearch needs ${other} as well; unset it to search in PostgreSQL`,
    );
  });

  test.each([
    ['MEILI_URL', 'https://root:hunter2@search.example'],
    ['MEILI_URL', 'https://search.example/hunter2'],
    ['MEILI_URL', 'search.example:7700'],
    ['MEILI_API_KEY', 'hunter2 '],
  ])('%s in a wrong form is refused without its value', (name, value) => {
    const line = complaint({ ...whole, [name]: value });
    expect(line).toMatch(new RegExp(`^${name} has a wrong form; it takes `));
    expect(line).not.toContain('hunter2');
  });
});
