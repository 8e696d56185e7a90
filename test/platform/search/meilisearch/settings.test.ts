import { expect, it } from 'vitest';
import {
  INDEX,
  SEARCH_PATIENCE_MS,
  SETTINGS,
} from '../../../../src/platform/search/meilisearch/settings.js';

it('the wait for a search ends before Meilisearch cuts it off, so hits without an order are never shown', () => {
  // The settings of a stored index change only with its version.
  expect([INDEX, SETTINGS.searchCutoffMs]).toEqual(['modport-mods-v2', 800]);
  expect(SEARCH_PATIENCE_MS).toBeLessThan(800);
});
