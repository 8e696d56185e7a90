import { describe, expect, test } from 'vitest';
import { inspect, verdictOf } from './inspect.js';
import { writeSevenZip } from './seven-zip-writer.js';
import { type EntrySpec, writeZip } from './zip-writer.js';

const EXECUTABLE = 'review executable_content';
const text = { name: 'readme.txt', content: 'a file of the mod' };
const script = 'export const answer = 42;';

function zipWith(files: Readonly<Record<string, string>>): Buffer {
  const specs = Object.entries(files).map(
    ([name, content]): EntrySpec => ({ name, content, method: 'deflate' }),
  );
  return writeZip([text, ...specs]);
}

describe('scripts of Foundry packages', () => {
  const foundry = { game: 'foundry-vtt', loaders: [] };
  const verdictWith = (path: string, manifest: unknown, at = 'module.json'): Promise<string> =>
    verdictOf(zipWith({ [path]: script, [at]: JSON.stringify(manifest) }), foundry);

  test.each([
    ['scripts/main.js', { esmodules: ['scripts/main.js'] }],
    ['scripts/main.js', { scripts: ['./scripts/main.js'] }],
    ['main.js', { esmodules: ['main.js'] }],
    ['dist/lib/dice.js', { esmodules: ['dist/main.mjs'] }],
    ['src/dice.js', { esmodules: ['main.js'] }],
  ])(
    '.js files are clean if the manifest names them or their folder: %s, %o',
    async (path, manifest) => {
      expect(await verdictWith(path, manifest)).toBe('clean');
      expect(await verdictWith(path, manifest, 'system.json')).toBe('clean');
      expect(await verdictWith(`dice/${path}`, manifest, 'dice/module.json')).toBe('clean');
    },
  );

  test.each([
    ['install.js', { esmodules: ['scripts/main.js'] }],
    ['docs/install.js', { esmodules: ['main.js'] }],
    ['docs/scripts/install.js', { esmodules: ['main.js'] }],
    ['scripts/install.js', { esmodules: [] }],
    ['scripts/install.js', { styles: ['scripts/a.css'] }],
    ['scripts/install.js', { esmodules: 'scripts/install.js' }],
    ['scripts/install.js', { esmodules: ['/scripts/install.js', '../scripts/install.js'] }],
    ['scripts/install.js', ['scripts/install.js']],
    ['scripts/install.js', null],
  ])('.js files that the manifest does not name go to review: %s, %o', async (path, manifest) => {
    expect(await verdictWith(path, manifest)).toBe(EXECUTABLE);
  });

  test('.js files go to review if the manifest is in another folder, broken or missing', async () => {
    const manifest = { esmodules: ['scripts/main.js'] };
    expect(await verdictWith('scripts/main.js', manifest, 'a/module.json')).toBe(EXECUTABLE);
    expect(await verdictWith('a/b/scripts/main.js', manifest, 'a/b/module.json')).toBe(EXECUTABLE);
    const broken = { 'scripts/main.js': script, 'module.json': '{"esmodules":["scripts/main.js"' };
    expect(await verdictOf(zipWith(broken), foundry)).toBe(EXECUTABLE);
    expect(await verdictOf(zipWith({ 'scripts/main.js': script }), foundry)).toBe(EXECUTABLE);
  });

  test('.js files go to review if the manifest exceeds 256 KiB', async () => {
    const manifest = { esmodules: ['scripts/main.js'], title: 'x'.repeat(256 * 1024) };
    expect(await verdictWith('scripts/main.js', manifest)).toBe(EXECUTABLE);
  });

  test('.js files go to review in a 7z, which Foundry does not install', async () => {
    const manifest = JSON.stringify({ esmodules: ['main.js'] });
    const files = [
      { name: 'module.json', content: manifest },
      { name: 'main.js', content: script },
    ];
    const over = { ...foundry, filename: 'a.7z', contentType: null };
    expect(await verdictOf(writeSevenZip(files), over)).toBe(EXECUTABLE);
  });

  test('a Foundry manifest allows no scripts for other games', async () => {
    const zip = zipWith({ 'main.js': script, 'module.json': '{"esmodules":["main.js"]}' });
    expect(await verdictOf(zip, { game: 'farhaul' })).toBe(EXECUTABLE);
  });

  test('the review of a script names its path', async () => {
    const { outcome } = await inspect(zipWith({ 'install.js': script }), foundry);
    expect(outcome).toMatchObject({ kind: 'review', findings: [{ path: 'install.js' }] });
  });
});

describe('scripts of Forge jars', () => {
  const jar = { filename: 'mod.jar', contentType: 'application/java-archive' };
  const forge = { ...jar, game: 'minecraft', loaders: ['forge'] };
  const listed = (path: string): string => JSON.stringify({ patch: path });

  test.each([
    ['coremods/patch.js', {}],
    ['coremods/lib/tools.js', {}],
    ['asm/patch.js', { 'META-INF/coremods.json': listed('asm/patch.js') }],
    ['asm/tools.js', { 'META-INF/coremods.json': listed('asm/patch.js') }],
    ['patch.js', { 'META-INF/coremods.json': listed('patch.js') }],
  ])(
    '.js files are clean in coremods/ and where META-INF/coremods.json names them: %s',
    async (path, files) => {
      const zip = zipWith({ [path]: script, ...files });
      expect(await verdictOf(zip, forge)).toBe('clean');
      expect(await verdictOf(zip, { ...forge, loaders: ['neoforge'] })).toBe('clean');
      expect(await verdictOf(zip, { ...forge, loaders: ['fabric'] })).toBe(EXECUTABLE);
      expect(await verdictOf(zip, { game: 'minecraft', loaders: ['forge'] })).toBe(EXECUTABLE);
    },
  );

  test.each([
    ['install.js', {}],
    ['docs/install.js', {}],
    ['assets/mod/coremods/patch.js', {}],
    ['docs/install.js', { 'META-INF/coremods.json': listed('asm/patch.js') }],
    ['install.js', { 'META-INF/coremods.json': listed('patch.js') }],
    ['asm/patch.js', { 'coremods.json': listed('asm/patch.js') }],
  ])('.js files elsewhere in the jar go to review: %s', async (path, files) => {
    expect(await verdictOf(zipWith({ [path]: script, ...files }), forge)).toBe(EXECUTABLE);
  });

  test('a nested jar uses its own list of coremods', async () => {
    const list = { 'META-INF/coremods.json': listed('asm/patch.js') };
    const withList = zipWith({ 'asm/patch.js': script, ...list });
    const without = zipWith({ 'asm/patch.js': script });
    const outer = (inner: Buffer): Buffer =>
      writeZip([
        { name: 'META-INF/jarjar/a.jar', content: inner },
        { name: 'META-INF/coremods.json', content: listed('asm/patch.js') },
      ]);
    expect(await verdictOf(outer(withList), forge)).toBe('clean');
    expect(await verdictOf(outer(without), forge)).toBe(EXECUTABLE);
  });
});

describe('scripts of KubeJS', () => {
  const minecraft = { game: 'minecraft', loaders: ['kubejs'] };
  const verdictOn = (path: string, others: readonly string[] = []): Promise<string> =>
    verdictOf(
      zipWith({ [path]: script, ...Object.fromEntries(others.map((one) => [one, 'data'])) }),
      minecraft,
    );

  test.each([
    'kubejs/startup_scripts/items.js',
    'kubejs/server_scripts/recipes/iron.js',
    'kubejs/client_scripts/jei.js',
    'kubejs/data/pack/kubejs/recipes.js',
    'overrides/kubejs/server_scripts/a.js',
    'client-overrides/kubejs/client_scripts/a.js',
    'server-overrides/kubejs/server_scripts/a.js',
    '.minecraft/kubejs/server_scripts/a.js',
    'minecraft/kubejs/server_scripts/a.js',
    'server_scripts/a.js',
    'data/pack/kubejs/recipes.js',
  ])('a KubeJS script is clean in a folder that KubeJS reads: %s', async (path) => {
    expect(await verdictOn(path, ['config/a.toml', 'mods/a.txt'])).toBe('clean');
  });

  test.each([
    'docs/kubejs/server_scripts/install.js',
    'docs/scripts/install.js',
    'docs/server_scripts/install.js',
    'config/overrides/kubejs/server_scripts/install.js',
    'kubejs/install.js',
    'kubejs/assets/pack/install.js',
    'kubejs/config/install.js',
    'kubejs/docs/server_scripts/install.js',
    'assets/pack/kubejs/install.js',
    'data/kubejs/install.js',
  ])('a script outside of the folders of KubeJS goes to review: %s', async (path) => {
    expect(await verdictOn(path, ['config/a.toml', 'mods/a.txt'])).toBe(EXECUTABLE);
  });

  test.each(['scripts/a.js', 'custom_scripts/a.js', 'overrides/scripts/a.js'])(
    'a .js file of CraftTweaker, which runs only .zs, goes to review: %s',
    async (path) => {
      expect(await verdictOn(path)).toBe(EXECUTABLE);
    },
  );

  test.each([
    ['pack/kubejs/server_scripts/a.js', 'clean'],
    ['pack/overrides/kubejs/server_scripts/a.js', 'clean'],
    ['pack/server_scripts/a.js', 'clean'],
    ['pack/docs/kubejs/server_scripts/install.js', EXECUTABLE],
    ['pack/docs/server_scripts/install.js', EXECUTABLE],
    ['pack/pack/kubejs/server_scripts/a.js', EXECUTABLE],
  ])('the only folder at the root counts as the pack: %s is %s', async (path, verdict) => {
    expect(await verdictOn(path, ['pack/config/a.toml', '__MACOSX/pack/._a.toml'])).toBe(verdict);
  });

  test('a folder beside others is not the pack, and its scripts go to review', async () => {
    expect(await verdictOn('docs/kubejs/server_scripts/a.js', ['kubejs/config/a.json'])).toBe(
      EXECUTABLE,
    );
  });

  test('the pack folder of a 7z is found as well', async () => {
    const seven = { ...minecraft, filename: 'pack.7z', contentType: null };
    const files = (path: string) => [
      { name: 'pack/config/a.toml', content: 'data' },
      { name: path, content: script },
    ];
    expect(await verdictOf(writeSevenZip(files('pack/kubejs/server_scripts/a.js')), seven)).toBe(
      'clean',
    );
    expect(await verdictOf(writeSevenZip(files('docs/kubejs/server_scripts/a.js')), seven)).toBe(
      EXECUTABLE,
    );
  });
});

describe('scripts of Minecraft Bedrock', () => {
  const bedrock = { game: 'minecraft-bedrock', loaders: [] };
  const withComment = `{ /* "a" */ "header": { "url": "https://a.example" }, // the pack
    "modules": [{ "type": "data" }, { "type": "script", "entry": "scripts/main.js" }] }`;
  const verdictWith = (
    path: string,
    manifests: readonly string[],
    content = withComment,
  ): Promise<string> =>
    verdictOf(
      zipWith({ [path]: script, ...Object.fromEntries(manifests.map((one) => [one, content])) }),
      bedrock,
    );

  test.each([
    ['no modules', '{ "header": {} }'],
    ['no module with scripts', '{ "modules": [{ "type": "data" }] }'],
    ['an unknown form', '{ "modules": "script" }'],
    ['a syntax error', '{ "modules": [{ "type": "script" }]'],
    ['no JSON in an unclosed comment', '/* "modules": [{ "type": "script" }]'],
  ])('scripts beside a manifest with %s go to review', async (_, content) => {
    expect(await verdictWith('scripts/main.js', ['manifest.json'], content)).toBe(EXECUTABLE);
  });

  test.each([
    ['scripts/main.js', 'manifest.json'],
    ['scripts/lib/dice.js', 'manifest.json'],
    ['pack/scripts/main.js', 'pack/manifest.json'],
    ['behavior_packs/pack/scripts/main.js', 'behavior_packs/pack/manifest.json'],
    ['world/behavior_packs/pack/scripts/main.js', 'world/behavior_packs/pack/manifest.json'],
  ])('a .js file in scripts/ beside a manifest is clean: %s, %s', async (path, manifest) => {
    expect(await verdictWith(path, ['resources/manifest.json', manifest])).toBe('clean');
  });

  test.each([
    ['scripts/main.js', 'pack/manifest.json'],
    ['docs/scripts/install.js', 'manifest.json'],
    ['pack/docs/scripts/install.js', 'pack/manifest.json'],
    ['install.js', 'manifest.json'],
    ['a/b/c/d/scripts/main.js', 'a/b/c/d/manifest.json'],
    ['scripts/main.js', 'manifest.json.txt'],
  ])('a .js file elsewhere goes to review: %s, %s', async (path, manifest) => {
    expect(await verdictWith(path, [manifest])).toBe(EXECUTABLE);
  });
});

describe('scripts of RPG Maker', () => {
  const maker = { game: 'rpg-maker-mv', loaders: [] };
  const others = { 'data/System.json': '{}', 'www/data/System.json': '{}' };

  test.each(['js/plugins/a.js', 'js/rmmz_core.js', 'www/js/plugins/a.js'])(
    'a .js file in the js folder of the game is clean: %s',
    async (path) => {
      expect(await verdictOf(zipWith({ [path]: script, ...others }), maker)).toBe('clean');
      const inFolder = zipWith({ [`game/${path}`]: script });
      expect(await verdictOf(inFolder, { ...maker, game: 'rpg-maker-mz' })).toBe('clean');
    },
  );

  test.each([
    'docs/js/install.js',
    'www/docs/js/install.js',
    'game/docs/js/install.js',
    'plugins/install.js',
  ])('a .js file elsewhere in the game goes to review: %s', async (path) => {
    expect(await verdictOf(zipWith({ [path]: script, ...others }), maker)).toBe(EXECUTABLE);
  });
});
