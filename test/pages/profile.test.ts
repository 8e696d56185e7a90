import { beforeAll, describe, expect, it } from 'vitest';
import { useWorld } from '../harness.js';
import { newPerson, PASSWORD } from './people.js';
import { newVisitor, type Visitor } from './visitor.js';

const PROFILE = '/account/profile';
const world = useWorld({}, { jobs: 'when-settled' });

const FIELDS = {
  displayName: 'Ann',
  bio: '',
  links: '',
  profileOpen: 'yes',
  locale: 'en',
};

async function person(username: string): Promise<Visitor> {
  await newPerson(world, username);
  const visitor = newVisitor(world);
  await visitor.signIn(username, PASSWORD);
  return visitor;
}

const save = (visitor: Visitor, fields: Partial<typeof FIELDS>) =>
  visitor.fill(PROFILE, { ...FIELDS, ...fields });

/** The public fields of an account, as everyone reads them. */
async function publicOf(username: string) {
  const query = `{ getUser(username: "${username}") { displayName profileUrl bio links } }`;
  return (await world.anon.graphql(query)).body.data.getUser;
}

describe('the page of the profile', () => {
  let ann: Visitor;
  beforeAll(async () => {
    ann = await person('ann');
  });

  it('a user saves name, text, links and language, and the public account shows them', async () => {
    const links = 'https://ann.example.org\r\nhttps://code.example.org/ann\r\n\r\n';
    const saved = await save(ann, {
      displayName: 'Ann Mar',
      bio: 'I **make** maps.\r\nOften.',
      links,
      locale: 'de',
    });
    expect(saved.status).toBe(303);
    const { html } = await ann.get(PROFILE);
    expect(html).toContain('Your profile is saved.');
    expect(html).toMatch(/value="de" checked/);
    expect(await publicOf('ann')).toEqual({
      displayName: 'Ann Mar',
      profileUrl: `${world.platform.publicUrl}/users/ann`,
      bio: 'I **make** maps.\nOften.',
      links: ['https://ann.example.org/', 'https://code.example.org/ann'],
    });
  });

  it('the field for links tells phones to write no capital letters', async () => {
    const { html } = await ann.get(PROFILE);
    expect(html).toMatch(/<textarea id="links"[^>]* autocapitalize="none"/);
  });

  it('a closed profile hides text and links from everyone but its owner', async () => {
    const ben = await person('ben');
    await save(ben, { bio: 'secret', links: 'https://ben.example.org/', profileOpen: 'no' });
    expect(await publicOf('ben')).toMatchObject({ profileUrl: null, bio: null, links: [] });
    expect((await ben.get(PROFILE)).html).toContain('https://ben.example.org/');
  });

  it.each([
    ['another scheme', 'javascript:alert(1)'],
    ['http', 'http://example.org/'],
    ['a user name before the host', 'https://modport.example@evil.example/'],
    ['an IP address', 'https://127.0.0.1/'],
    ['a host without a domain', 'https://localhost/'],
    ['a port', 'https://example.org:8443/'],
    ['a reordering character', 'https://example.org/\u202egpj.exe'],
    ['an invisible character', 'https://exam\u200bple.org/'],
    ['no address', 'my page'],
    ['an attribute', 'https://example.org"onmouseover=alert(1)'],
    ['more characters than an address has', `https://example.org/${'a'.repeat(3000)}`],
  ])('a link with %s is refused, and the form keeps the input', async (_what, link) => {
    const refused = await save(ann, { displayName: 'Other', links: link });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('Check the links');
    expect(refused.html).toContain('value="Other"');
    expect(refused.html).not.toMatch(/<[^>]*onmouseover=/);
    expect((await publicOf('ann')).displayName).toBe('Ann Mar');
  });

  it('the sixth link is refused, and a repeated one counts once', async () => {
    const six = [1, 2, 3, 4, 5, 6].map((at) => `https://example.org/${at}`).join('\n');
    expect((await save(ann, { links: six })).html).toContain('Remove some links');
    const twice = 'https://example.org\nhttps://example.org/';
    expect((await save(ann, { links: twice })).status).toBe(303);
    expect((await publicOf('ann')).links).toEqual(['https://example.org/']);
  });

  it('a text that is too long or that turns around is refused, and one in HTML stays text', async () => {
    const long = await save(ann, { bio: 'a'.repeat(2001) });
    expect(long.html).toContain('The text is too long.');
    expect((await save(ann, { bio: 'a\u202eb' })).html).toContain('reading direction');
    const attack = '</textarea><script>alert(1)</script>';
    expect((await save(ann, { bio: attack })).status).toBe(303);
    expect((await ann.get(PROFILE)).html).not.toContain('<script>alert');
    expect((await publicOf('ann')).bio).toBe(attack);
  });

  it('a form without the token of its session, or without a session, changes nothing', async () => {
    const before = await publicOf('ann');
    const forged = await ann.post(PROFILE, { ...FIELDS, displayName: 'X' }, { token: null });
    expect(forged.status).toBe(403);
    const stranger = newVisitor(world);
    const answer = await stranger.get(PROFILE);
    expect(answer.location).toContain('/account/sign-in');
    expect(await publicOf('ann')).toEqual(before);
  });

  it('a form that is sent twice leads to the same profile', async () => {
    await save(ann, { displayName: 'Twice' });
    const again = await ann.post(PROFILE, { ...FIELDS, displayName: 'Twice' });
    expect(again.status).toBe(303);
    expect((await publicOf('ann')).displayName).toBe('Twice');
  });
});
