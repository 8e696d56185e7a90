import { describe, expect, it } from 'vitest';
import { cellsOf } from './cells/index.js';
import { OPERATIONS } from './operations.js';
import { useStage } from './stage.js';
import { subjectsOn } from './subjects.js';

const PUBLIC = OPERATIONS.filter(({ route }) => route.cache === 'public');

// The other tests of the matrix run with stored responses.
describe.each([
  ['that stores no responses', 0],
  ['that drops each response at once', 1],
])('a service %s', (_how, sharedReadsBytes) => {
  const stage = useStage({ limits: { sharedReadsBytes, documentTextsBytes: sharedReadsBytes } });

  it('a public read is an operation that anonymous callers share', () => {
    expect(PUBLIC.length).toBeGreaterThan(10);
  });

  describe.each(subjectsOn(stage, PUBLIC))('%s', (id, subject) => {
    const cells = cellsOf(subject.operation);
    it.each(cells.map(({ name, check }) => [`${id} ${name}`, check] as const))(
      '%s',
      (_promise, check) => check(subject),
    );
  });
});
