import { expect, it } from 'vitest';
import {
  SEARCH_PATIENCE_MS,
  SETTINGS,
} from '../../../../src/platform/search/meilisearch/settings.js';

it('the wait for a search ends before Meilisearch cuts it off, so hits without an order are never shown', () => {
  expect(SETTINGS.searchCutoffMs).toBeGreaterThan(SEARCH_PATIENCE_MS);
});
