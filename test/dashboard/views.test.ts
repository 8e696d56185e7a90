import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as en from '../../dashboard/src/i18n/en/index.js';
import { Component as History } from '../../dashboard/src/views/history/history.js';
import { Component as Overview } from '../../dashboard/src/views/overview/overview.js';

/** The text of a view in English, for the data of its loader. */
async function textOf(Component: ComponentType, data: object): Promise<string> {
  vi.stubGlobal('document', { documentElement: { lang: 'en' } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const i18n = createInstance();
  const translation = Object.assign({}, ...Object.values(en));
  await i18n.init({
    lng: 'en',
    keySeparator: false,
    nsSeparator: false,
    resources: { en: { translation } },
  });
  const routes = [{ id: 'view', path: '/', Component, loader: () => data }];
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { view: data } } });
  const view = createElement(RouterProvider, { router });
  const page = createElement(I18nextProvider, { i18n }, createElement(MantineProvider, null, view));
  return renderToStaticMarkup(page).replace(/<[^>]*>/g, ' ');
}

describe('the overview of the dashboard', () => {
  it.each([
    ['draft', 'is not finished'],
    ['uploading', 'is not finished'],
    ['failed', 'failed'],
  ])('the overview lists an upload in the state %s', async (lifecycleStatus, text) => {
    const ids = { id: 'upload', modId: 'mod', versionId: 'version' };
    const upload = { ...ids, filename: 'pack.zip', lifecycleStatus, supersededBy: null };
    const data = {
      getMe: { user: { username: 'ann', displayName: null } },
      listUploadSessions: { items: [upload] },
      listWebhookSubscriptions: { items: [] },
      mods: { items: [], counts: [] },
    };
    expect(await textOf(Overview, data)).toContain(`The upload of pack.zip ${text}`);
  });
});

describe('the history of a mod', () => {
  it('a change without a named author may be one of a deleted account', async () => {
    const none = { versionId: null, version: null, fileName: null, memberName: null, role: null };
    const at = '2026-01-01T00:00:00Z';
    const entry = { ...none, id: '1', recordedAt: at, action: 'mod.updated', actorName: null };
    const page = { items: [{ ...entry, fields: [] }], pagination: { nextCursor: null } };
    expect(await textOf(History, { modId: 'mod', page })).toContain('or a deleted account');
  });
});
