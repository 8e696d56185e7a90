import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../statement-count.js';
import { newVisitor } from '../visitor.js';
import { PATHS, titlesIn, useShelves } from './shelves.js';

/** More than one page of the list of an author has. */
const OTHERS = 25;

const world = useShelves();
const open = (path: string) => newVisitor(world).get(path);

/** The number of statements that each page sends with few mods. */
let statementsWithFew: number[];

beforeAll(async () => {
  statementsWithFew = await statementsOfPages();
  for (let at = 0; at < OTHERS; at += 1) await world.publish({ title: { en: `Night ${at}` } });
});

async function statementsOfPages(): Promise<number[]> {
  const counted: number[] = [];
  for (const path of PATHS) {
    // The second read stores the documents.
    await open(path);
    await open(path);
    counted.push(await countStatements(world, () => open(path)));
  }
  return counted;
}

describe('the pages of a catalog with many mods', () => {
  it('a page sends the same number of statements for a few mods and for many', async () => {
    expect(await statementsOfPages()).toEqual(statementsWithFew);
    expect(Math.max(...statementsWithFew)).toBeLessThan(12);
  });

  it('the home page shows games, the newest mods and the command for developers', async () => {
    const { html } = await open('/');
    expect(html).toContain('<a href="/games/wharf">wharf</a>');
    expect(titlesIn(html)).toHaveLength(12);
    expect(html).toContain(`curl '${world.baseUrl}/v1/mods?limit=5'`);
    expect(html).toContain('href="/docs"');
    expect(html).toContain('<h2>Trending mods</h2>');
  });

  it('the page of an author shows their name and their mods', async () => {
    const { html } = await open('/users/seeder-wharf');
    expect(html).toContain('<h1>seeder-wharf</h1>');
    expect(titlesIn(html)).toHaveLength(25);
    expect(html).not.toContain('class="unseen">Author:');
  });

  it('the pages of the mods of an author follow each other', async () => {
    const { html } = await open('/users/seeder-wharf');
    const next = /rel="next" href="([^"]+)"/.exec(html)?.[1] ?? '';
    expect(next).toMatch(/^\/users\/seeder-wharf\?cursor=/);
    const second = await open(next);
    expect(titlesIn(second.html)).toHaveLength(4);
    expect(second.html).toContain('<a class="button quiet" href="/users/seeder-wharf">First page');
    expect(second.html).toContain('<meta name="robots" content="noindex">');
    expect((await open('/users/seeder-wharf?cursor=x')).status).toBe(400);
  });
});
