import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { MantineProvider } from '@mantine/core';
import { createInstance } from 'i18next';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Problem } from '../../dashboard/src/api/problem.js';
import * as en from '../../dashboard/src/i18n/en/index.js';
import { ProblemAlert } from '../../dashboard/src/kit/problem-alert.js';
import { Component as History } from '../../dashboard/src/views/history/history.js';
import {
  Component as Overview,
  loader as overview,
} from '../../dashboard/src/views/overview/overview.js';
import { decisionTexts } from '../../dashboard/src/views/reports/decision-texts.js';
import { Component as Report } from '../../dashboard/src/views/reports/report.js';
import { InternalNotes } from '../../dashboard/src/views/review/internal-notes.js';
import { Component as System } from '../../dashboard/src/views/system/system.js';
import { serveApi } from './api-server.js';

/** The HTML of a view in English, for the data of its loader. */
async function htmlOf(Component: ComponentType, data: object): Promise<string> {
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, getElementById: () => null });
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
  return renderToStaticMarkup(page);
}

const withoutTags = (html: string) => html.replace(/<[^>]*>/g, ' ');

/** The text of a view in English, for the data of its loader. */
const textOf = async (Component: ComponentType, data: object) =>
  withoutTags(await htmlOf(Component, data));

describe('the alert about a failed creation', () => {
  const alertOf = (code: string) => {
    const error = new Problem('refused', { code, retry_after_seconds: 1 });
    return htmlOf(() => createElement(ProblemAlert, { error, list: '/mods' }), {});
  };

  it('the alert about a creation whose result is lost links to the list of the created object', async () => {
    expect(await alertOf('idempotency_replay_unavailable')).toContain('href="/mods"');
    expect(await alertOf('rate_limited')).not.toContain('href');
  });

  it('the alert about a creation that still runs names no wait of a second', async () => {
    expect(await alertOf('rate_limited')).toContain('You can try again');
    expect(await alertOf('idempotency_in_progress')).not.toContain('You can try again');
  });
});

describe('the overview of the dashboard', () => {
  it('the overview reads only uploads that need attention, to versions that can still get files', async () => {
    const queries: string[] = [];
    await serveApi(async (request, response) => {
      queries.push(JSON.parse(await text(request)).query);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ data: { listMyResources: {}, countMyResources: [] } }));
    });
    const request = new Request('http://localhost/dashboard');
    await overview({ request } as Parameters<typeof overview>[0]);
    const [, filters] = /listUploadSessions\((.*?)\)/s.exec(queries.join()) ?? [];
    expect(
      filters
        ?.split(/[\s,]+/)
        .join(' ')
        .trim(),
    ).toBe('statuses: [draft uploading failed quarantined] openVersions: true limit: 50');
  });

  it.each([
    ['draft', 'The upload of pack.zip is not finished'],
    ['uploading', 'The upload of pack.zip is not finished'],
    ['failed', 'pack.zip was rejected'],
  ])(
    'the overview lists a taken-down mod and an upload in the state %s',
    async (lifecycleStatus, text) => {
      const ids = { id: 'upload', modId: 'mod', versionId: 'version' };
      const upload = { ...ids, filename: 'pack.zip', lifecycleStatus };
      const data = {
        getMe: { user: { username: 'ann', displayName: null } },
        listMyTakedowns: [{ modId: 'taken', modTitle: { en: 'Lanterns' } }],
        listUploadSessions: { items: [upload] },
        listWebhookSubscriptions: { items: [] },
        mods: { items: [], counts: [] },
      };
      const seen = await textOf(Overview, data);
      expect(seen).toContain(text);
      expect(seen).toContain('A moderator took “Lanterns” down');
    },
  );
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

describe('the decision about a report', () => {
  const { staff } = en;

  it('an appeal has an e-mail to the owners only, and its reason is for the team in any case', () => {
    const { hint, uphold, dismiss } = decisionTexts('appealed');
    expect(staff[hint]).toBe('The team of the mod sees it.');
    for (const effect of [staff[uphold], staff[dismiss]]) {
      expect(effect).toMatch(
        /^The owners of the mod get an e-mail, and the team sees your reason\./,
      );
      expect(effect).toContain('The reporter gets no e-mail.');
    }
  });

  it('an open report has an e-mail to the reporter, and its dismissal is hidden from the team', () => {
    const { hint, uphold, dismiss } = decisionTexts('open');
    expect(staff[hint]).toBe('If you uphold the report, the team of the mod sees it.');
    expect(staff[uphold]).toMatch(/^The reporter and the owners of the mod get an e-mail\./);
    expect(staff[dismiss]).toBe(
      'The reporter gets an e-mail. The team of the mod is not notified.',
    );
  });

  it.each(['open', 'appealed'] as const)(
    'the form of a report that is %s has its texts',
    async (state) => {
      const first = state === 'appealed' ? { statement: 'It is.', appeal: 'It is not.' } : {};
      const none = { statement: null, appeal: null, appealStatement: null, reporter: null };
      const ids = { id: 'report', modId: 'mod', decidedBy: null, decidedAt: null };
      const facts = { modTitle: { en: 'Lantern' }, reason: 'stolen', text: 'Mine.', state };
      const report = { ...ids, ...none, ...facts, ...first, createdAt: '2026-01-01T00:00:00Z' };
      expect(await textOf(Report, report)).toContain(staff[decisionTexts(state).hint]);
    },
  );
});

describe('the internal notes of a review', () => {
  it('a note that was typed before is still there after the view has failed', async () => {
    const place = 'modport-dashboard::review-note:upload';
    const typed = { base: { values: { text: '' }, etag: '' }, values: { text: 'Looks packed.' } };
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => (key === place ? JSON.stringify(typed) : null),
    });
    const entry = { id: 'upload', notes: [] } as unknown as Parameters<
      typeof InternalNotes
    >[0]['entry'];
    const html = await htmlOf(() => createElement(InternalNotes, { entry }), {});
    expect(withoutTags(html)).toContain('Looks packed.');
  });
});

describe('the state of the service', () => {
  it('the view has a name for each part that the service reports', async () => {
    const source = readFileSync(new URL('../../src/platform/parts.ts', import.meta.url), 'utf8');
    const [, parts = ''] = /const parts = \{(.*?)\n {2}\};/s.exec(source) ?? [];
    const names = [...parts.matchAll(/^ {4}(?:\.\.\.\(.* \? \{ )?(\w+): /gm)].map(
      ([, it]) => it ?? '',
    );
    expect(names).toHaveLength(8);
    const facts = { storage: null, mirror: null, search: null, scanner: null, messages: null };
    const html = await htmlOf(System, {
      ...facts,
      at: '2026-01-01T00:00:00Z',
      release: '1.0.0',
      hasMirror: true,
      queues: [],
      failedJobs: [],
      parts: names.map((name) => ({ name, state: 'up' })),
    });
    const [list = ''] = /<ul class="parts">.*?<\/ul>/s.exec(html) ?? [];
    const shown = withoutTags(list)
      .split('Works')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    expect(shown).toHaveLength(names.length);
    expect(shown.filter((name) => names.includes(name))).toEqual([]);
  });
});
