import { describe, expect, it } from 'vitest';
import { newVisitor } from '../visitor.js';
import { titlesIn, useShelves } from './shelves.js';

const world = useShelves();
const open = (path: string) => newVisitor(world).get(path);
const titlesAt = async (path: string) => titlesIn((await open(path)).html);

/** The links of the filters: the label and the address of each. */
function filtersIn(html: string): Record<string, string> {
  const nav = /<nav aria-label="Filters">(.*?)<\/nav>/s.exec(html)?.[1] ?? '';
  const links = [
    ...nav.matchAll(/href="([^"]+)"><span>([^<]*)<\/span>(?: <span class="count">(\d+))?/g),
  ];
  return Object.fromEntries(
    links.map(([, href = '', label, count]) => [
      count === undefined ? label : `${label} ${count}`,
      href.replaceAll('&amp;', '&'),
    ]),
  );
}

describe('the list of mods', () => {
  it('the list shows the newest mods first, and in another order if asked', async () => {
    expect((await titlesAt('/mods')).slice(1)).toEqual([
      'Night Harbor',
      'Night Market',
      'Lantern Road',
    ]);
    for (const sort of ['trending', 'downloads', 'latest']) {
      const { status, html } = await open(`/mods?sort=${sort}`);
      expect([sort, status]).toEqual([sort, 200]);
      expect(html).toContain(`<option value="${sort}" selected>`);
      expect(titlesIn(html)).toHaveLength(4);
    }
  });

  it.each([
    ['game=wharf&category=magic', ['Night Harbor']],
    ['game=wharf&loader=forge', ['Night Market']],
    ['game=empty-game', []],
    ['game=nowhere', []],
    ['author=seeder-wharf&category=tools', ['Lantern Road']],
    ['q=night&sort=latest', ['Night Harbor', 'Night Market']],
    ['q=night&loader=forge', ['Night Market']],
    ['q=+&category=magic', ['Night Harbor']],
  ])('the list finds the mods of %s', async (query, titles) => {
    expect(await titlesAt(`/mods?${query}`)).toEqual(titles);
  });

  it('a search counts what it found, by the values of the filters', async () => {
    const { html } = await open('/mods?q=night');
    expect(html).toContain('role="status">2 mods found</p>');
    expect(filtersIn(html)).toMatchObject({
      'wharf 2': '/mods?q=night&game=wharf',
      'fabric 1': '/mods?q=night&loader=fabric',
      'forge 1': '/mods?q=night&loader=forge',
      'Magic 1': '/mods?q=night&category=magic',
    });
    expect((await open('/mods?q=lantern&lang=ru')).html).toContain('>Найден 1 мод</p>');
  });

  it('a list without a search counts its mods, by the values of the filters', async () => {
    const all = await open('/mods');
    expect(all.html).toContain('role="status">4 mods found</p>');
    expect(filtersIn(all.html)).toMatchObject({ 'wharf 4': '/mods?game=wharf' });
    const { html } = await open('/mods?game=wharf&sort=downloads');
    expect(filtersIn(html)).toMatchObject({
      'Magic 1': '/mods?game=wharf&category=magic&sort=downloads',
      'forge 1': '/mods?game=wharf&loader=forge&sort=downloads',
    });
    const filtered = await open('/mods?game=wharf&loader=forge');
    expect(filtered.html).toContain('role="status">1 mod found</p>');
  });

  it('each chosen filter can be removed, and the game removes its values as well', async () => {
    const { html } = await open('/mods?q=night&game=wharf&loader=forge&author=seeder-wharf');
    const chips = /<ul class="chips".*?<\/ul>/s.exec(html)?.[0] ?? '';
    const links = [...chips.matchAll(/href="([^"]+)"/g)].map(([, to = '']) =>
      to.replaceAll('&amp;', '&'),
    );
    expect(links).toEqual([
      '/mods?q=night&author=seeder-wharf',
      '/mods?q=night&game=wharf&author=seeder-wharf',
      '/mods?q=night&game=wharf&loader=forge',
      '/mods?q=night',
    ]);
  });

  it('the form of the search keeps the filters, and begins at the first page', async () => {
    const { html } = await open('/mods?q=night&game=wharf&loader=forge&limit=1');
    const form = /<form class="catalog-search".*?<\/form>/s.exec(html)?.[0] ?? '';
    const fields = [...form.matchAll(/name="(\w+)"/g)].map(([, name]) => name);
    expect(fields).toEqual(['q', 'game', 'loader', 'limit', 'sort']);
  });

  it('a list has a title of its own for each choice of filters', async () => {
    const titles = ['category=magic', 'loader=forge', 'category=magic&q=night'].map(
      async (query) => {
        const { html } = await open(`/mods?game=wharf&${query}`);
        return /<title>([^<]*)/.exec(html)?.[1];
      },
    );
    expect(await Promise.all(titles)).toEqual([
      'Magic · Mods for wharf · modport',
      'forge · Mods for wharf · modport',
      'Magic · “night” · Mods for wharf · modport',
    ]);
  });

  it('the pages of a list follow each other, with the filters and the order', async () => {
    for (const query of [
      'q=night&sort=latest&limit=1',
      'game=wharf&limit=1',
      'sort=downloads&limit=1',
    ]) {
      const first = await open(`/mods?${query}`);
      const next = (/rel="next" href="([^"]+)"/.exec(first.html)?.[1] ?? '').replaceAll(
        '&amp;',
        '&',
      );
      const second = await open(next);
      expect([query, second.status]).toEqual([query, 200]);
      expect(titlesIn(second.html)).toHaveLength(1);
      expect(titlesIn(second.html)).not.toEqual(titlesIn(first.html));
      expect(second.html).toContain('class="button quiet" href="/mods?');
      expect(second.html).not.toMatch(/rel="canonical" href="[^"]*(?:cursor|limit)=/);
      const main = second.html.slice(second.html.indexOf('<main'), second.html.indexOf('</main'));
      const onward = [...main.matchAll(/(rel="next" )?href="[^"]*cursor=/g)];
      expect(onward.every(([, rel]) => rel !== undefined)).toBe(true);
      expect(/<form class="catalog-search".*?<\/form>/s.exec(main)?.[0]).not.toContain('cursor');
      expect(second.html).toContain('<meta name="robots" content="noindex">');
    }
  });

  it('an empty list says how to go on', async () => {
    const filtered = await open('/mods?game=wharf&category=magic&loader=forge');
    expect(filtered.html).toContain('No mod matches all of these filters.');
    expect(filtered.html).toContain(
      '<a class="button primary" href="/mods">Remove all filters</a>',
    );
    const searched = await open('/mods?q=xyzzyplugh');
    expect(searched.html).toContain('No mod has all of these words.');
    expect([filtered.status, searched.status]).toEqual([200, 200]);
  });

  it.each([
    ['cursor=x', 'This page of the list has expired'],
    ['game=wharf&cursor=eyJ9', 'This page of the list has expired'],
    [`q=${'a'.repeat(201)}`, 'This search is too long'],
    ['sort=best', 'These filters don&#39;t work'],
    ['limit=0', 'These filters don&#39;t work'],
    ['limit=101', 'These filters don&#39;t work'],
    ['limit=1e1', 'These filters don&#39;t work'],
    ['q=a&q=b', 'These filters don&#39;t work'],
    ['q[a]=b&q[c]=d', 'Mods'],
    ['q=%00', 'These filters don&#39;t work'],
    ['loader=%00', 'These filters don&#39;t work'],
  ])('an address with %s gets a page that leads back', async (query, title) => {
    const { status, html } = await open(`/mods?${query}`);
    expect([status, /<h1>([^<]*)/.exec(html)?.[1]]).toEqual([title === 'Mods' ? 200 : 400, title]);
    expect(html).toContain('href="/mods');
  });

  it('the order by relevance without a text is the order by time', async () => {
    expect(await titlesAt('/mods?sort=relevance')).toEqual(await titlesAt('/mods'));
  });
});
