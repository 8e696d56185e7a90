import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareVersions, highestFirst, latestRelease } from '../../src/request/version-order.js';

type Channel = 'release' | 'beta' | 'alpha';

const at = (version: string, publishedAt: number, releaseChannel: Channel = 'release') => ({
  versionId: `${publishedAt}-${version}`,
  version,
  publishedAt,
  releaseChannel,
});

const strings = (versions: readonly { readonly version: string }[]): string[] =>
  versions.map(({ version }) => version);

describe('the order of versions', () => {
  it('semver strings compare by semver, regardless of their publication time', () => {
    const versions = [at('1.9.0', 3), at('1.10.0', 1), at('1.10.0-beta.2', 2), at('v0.5.0', 4)];
    expect(strings(highestFirst(versions))).toEqual(['1.10.0', '1.10.0-beta.2', '1.9.0', 'v0.5.0']);
  });

  it('strings that are not semver rank below semver and compare by first publication', () => {
    const versions = [at('zeta', 1), at('0.0.1', 2), at('2024 build 5', 4), at('1.2', 3)];
    expect(strings(highestFirst(versions))).toEqual(['0.0.1', '2024 build 5', '1.2', 'zeta']);
  });

  it('Unicode digits and numbers beyond 2^53 are not semver', () => {
    const versions = [at('٩.٠.٠', 5), at('9007199254740993.0.0', 6), at('1.0.0', 1)];
    expect(strings(highestFirst(versions))).toEqual(['1.0.0', '9007199254740993.0.0', '٩.٠.٠']);
  });

  it('equal semver strings compare by first publication, then by id', () => {
    const builds = [at('1.0.0+forge', 1), at('1.0.0+fabric', 2)];
    expect(strings(highestFirst(builds))).toEqual(['1.0.0+fabric', '1.0.0+forge']);
    const [a, b] = [at('x', 1), { ...at('x', 1), versionId: 'z' }];
    expect([compareVersions(a, b), compareVersions(b, a), compareVersions(a, a)]).toEqual([
      -1, 1, 0,
    ]);
  });

  it('dates and timestamps in milliseconds compare equally', () => {
    const dated = { ...at('b', 0), publishedAt: new Date(5) };
    expect(strings(highestFirst([at('a', 4), dated, at('c', 6)]))).toEqual(['c', 'b', 'a']);
  });

  it('the order of any versions is total and does not depend on the input order', () => {
    const some = fc.constantFrom('1.0.0', '1.0.0+a', '2.0.0-rc.1', '1.2', 'build 7', 'v2.0.0');
    const versions = fc.uniqueArray(fc.tuple(some, fc.nat(3)), { selector: String });
    fc.assert(
      fc.property(versions, fc.func(fc.integer()), (tuples, keyOf) => {
        const all = tuples.map(([version, published]) => at(version, published));
        const shuffled = [...all].sort((a, b) => keyOf(a.versionId) - keyOf(b.versionId));
        expect(highestFirst(shuffled)).toEqual(highestFirst(all));
      }),
    );
  });
});

describe('the latest release', () => {
  it('latestRelease returns the highest version of the most stable channel that has versions', () => {
    const versions = [at('2.0.0', 3, 'alpha'), at('1.5.0', 2, 'beta'), at('1.0.0', 1, 'beta')];
    expect(latestRelease(versions)?.version).toBe('1.5.0');
    expect(latestRelease([...versions, at('nightly', 9)])?.version).toBe('nightly');
    expect(latestRelease([])).toBeUndefined();
  });
});
