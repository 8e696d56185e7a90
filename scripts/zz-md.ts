import { createMarkdown } from '../src/platform/html/markdown.js';
const N = Number(process.argv[2] ?? 100_000);
const fill = (s: string) => s.repeat(Math.ceil(N / s.length)).slice(0, N);
const inputs: Record<string, string> = {
  plain: fill('Some words of a plain text with *emphasis* and `code`.\n\n'),
  word: fill('a'),
  openBrackets: fill('['), closeBrackets: fill(']'), links: fill('[a](b)'), nestedLinks: fill('[a'),
  linkOpen: fill('[a]('), imgOpen: fill('!['), stars: fill('*'), starsA: fill('*a '), starA2: fill('*a_b'), under: fill('_a'), strongs: fill('**a*'),
  starPairs: fill('a**b'+'c* '), delim: fill('*_~'), tilde: fill('~~a'), backticks: Array.from({length: 450}, (_, i) => '`'.repeat(i)).join(' ').slice(0,N),
  quotes: fill('>'), quotesNl: fill('> > > > > a\n'), lists: fill('- '), listsNest: Array.from({length: 400}, (_, i) => ' '.repeat(i*2) + '- a').join('\n').slice(0,N),
  table: '|a|b|\n|-|-|\n' + fill('|a|b|\n'), tableWide: fill('|a') + '\n' + fill('|-') , tableAuto: fill('|a').slice(0, N/3) + '\n' + fill('|-').slice(0,N/3)+'\n'+fill('x\n').slice(0,N/3),
  html: fill('<a href="x">'), entities: fill('&amp;'), entities2: fill('&'), lt: fill('<'), autolinks: fill('<http://a.b>'), urls: fill('http://a.b '), urls2: fill('http://'), wwws: fill('www.a.de '), mails: fill('a@b.de '), mail2: fill('a@'), mail3: fill('a.b@c.'), at: fill('@a.de'),
  dots: fill('a.'), slashes: fill('//'), refs: fill('[a]: b\n'), refsUse: fill('[a]: b\n\n[a] '), refs2: fill('[a]:\n'), refs3: fill('[a\n'), refTitle: fill('[a]: b "\n'), hr: fill('---\n'), setext: fill('a\n=\n'), heads: fill('# a\n'), heads2: '# ' + fill('#'), fences: fill('```\n'), fence2: fill('~~~a\n```\n'),
  escapes: fill('\\*'), bidi: fill('\u202e\u2066a'), emphNest: '*'.repeat(N/2) + 'a' + '*'.repeat(N/2), emphAlt: fill('*a **b '), linkTitle: fill('[a](b "'), linkAngle: fill('[a](<'), img: fill('![a](http://e.x/a.png)'), nestImg: fill('![[![')  , comments: fill('<!-- '), cdata: fill('<![CDATA['), pi: fill('<?'), decl: fill('<!A '), newline: fill('\n'), spaces: fill(' '), tabs: fill('\t'), lineSp: fill('a  \n'), paren: '[a](' + fill('('), bracketParen: '['.repeat(N/4)+'a'+'](b)'.repeat(N/4), linkAlt: fill('[![a](b)](c)'), code: fill('`a'), scheme: fill('http:'), colon: fill('a:'), protos: fill('ftp://a.b/('), urlParen: 'http://a.b/' + fill('('), urlQ: 'http://a.b/' + fill('"'), urlPairs: 'http://a.b/' + fill('()'), dashUrl: 'http://' + fill('a-'), domains: fill('a.com/'), domains2: fill('a.com'), 
};
const only = process.argv[3];
for (const [name, text] of Object.entries(inputs)) {
  if (only && name !== only) continue;
  const render = createMarkdown('https://own.example/media/');
  const t0 = performance.now();
  let out = 0, err = '';
  try { out = render(text).text.length; } catch (e) { err = String(e); }
  const ms = performance.now() - t0;
  if (ms > Number(process.argv[4] ?? 20) || err) console.log(name.padEnd(14), text.length, '->', out, `${ms.toFixed(0)} ms`, err);
}
