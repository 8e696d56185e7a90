import { describe, expect, it } from 'vitest';
import { storyOf } from './examples/story.js';

const namesOf = (story: ReturnType<typeof storyOf>) =>
  story.map(({ operationId, name }) => `${operationId}.${name}`);

describe('the story of the examples', () => {
  it('examples without needs keep the order of their files', () => {
    const one = { summary: 'One' };
    const story = storyOf({ getA: { first: one, second: one }, getB: { first: one } });
    expect(namesOf(story)).toEqual(['getA.first', 'getA.second', 'getB.first']);
  });

  it('an example is sent later than its `after` and the examples whose responses it names', () => {
    const story = storyOf({
      getA: { late: { summary: 'After B', after: 'getB.first' }, later: { summary: 'Below' } },
      deleteA: { gone: { summary: 'Named', path: { id: '{createA.made.body.data.id}' } } },
      getB: { first: { summary: 'With a given value', path: { id: '{given.library.id}' } } },
      createA: { made: { summary: 'Made' } },
    });
    const order = ['getB.first', 'getA.late', 'getA.later', 'createA.made', 'deleteA.gone'];
    expect(namesOf(story)).toEqual(order);
  });

  it('an example that needs one that is never sent is rejected by name', () => {
    const examples = { getA: { only: { summary: 'Alone', after: 'getB.none' } } };
    expect(() => storyOf(examples)).toThrow('never sent: getA.only, which needs getB.none');
  });
});
