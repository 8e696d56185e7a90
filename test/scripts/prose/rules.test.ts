import { describe, expect, test } from 'vitest';
import { parseWordList } from '../../../scripts/prose/words.js';
import { rulesOfComment, rulesOfDocument, rulesOfTestName } from './lint.js';

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

describe('comments', () => {
  test.each([
    ['unnamed-actor', 'Returns 404 to whoever asks.', 'Returns 404 to any caller.'],
    ['unnamed-actor', 'Rejects a grant of who may not read.', 'Rejects a caller who may not read.'],
    ['unnamed-actor', 'Nobody reads it.', 'No caller reads it.'],
    ['clause-first', 'What a renewal reads is planned.', 'Plans what a renewal reads.'],
    ['clause-first', 'Who owns a mod may delete it.', 'Who owns a mod?'],
    ['clause-first', 'Of what is published, an old one.', 'An old one of what is published.'],
    ['clause-first', 'Returns early. What remains waits.', 'What if the store is down: it waits.'],
    ['clause-first', 'To be called before the write.', 'Call it to be sure of the write.'],
    ['vague-passive', 'The store is then asked for parts.', 'The caller has asked for parts.'],
    ['vague-passive', 'The owner was not told.', 'The page told the owner.'],
    ['private-word', 'The answer has no body.', 'Answers have no body.'],
    ['private-word', 'Sends the row without an answer.', 'The first answers with 404.'],
    ['private-word', 'Fails if there is none.', 'Fails if none is left.'],
    ['private-word', 'Shows the mod as it stands.', 'The letter stands for a drive.'],
    ['private-word', 'The queue sees to retries.', 'The queue sees the retries.'],
    ['private-word', 'Rehearses the write.', 'Performs a dry run of the write.'],
    ['private-word', 'Selects the hearers of an event.', 'Selects the recipients.'],
    ['private-word', 'Access is taken back.', 'A byte is taken from the back.'],
    ['private-word', 'Null where there is no mod.', 'Null in the state where it began.'],
    ['long-sentence', `Reads ${words(35)}.`, `Reads ${words(34)}.`],
  ])('a comment that breaks %s is found: %s', (rule, broken, kept) => {
    expect(rulesOfComment(broken)).toContain(rule);
    expect(rulesOfComment(kept)).not.toContain(rule);
  });

  test('words on two lines of a comment are one phrase', () => {
    expect(rulesOfComment('Returns the mod as\n// it stands.')).toEqual(['private-word']);
  });

  test('punctuation between two words ends a phrase', () => {
    expect(rulesOfComment('Of the three, answer the first.')).toEqual([]);
  });

  test('names of code are no prose', () => {
    expect(rulesOfComment('`nobody` runs it, and {@link Nobody} is a role.')).toEqual([]);
    expect(rulesOfComment('See https://example.org/nobody for details.')).toEqual([]);
  });

  test('code spans count as one word each', () => {
    expect(rulesOfComment(`Reads ${words(33)} \`a b c d e f\`.`)).toEqual([]);
  });

  test('sentences that begin with code are sentences of their own', () => {
    expect(rulesOfComment(`Reads ${words(20)}. \`code\` is ${words(20)}.`)).toEqual([]);
  });

  test('list items are sentences of their own', () => {
    expect(rulesOfComment(`- ${words(20)}\n// - ${words(20)}`)).toEqual([]);
    expect(rulesOfComment(`${words(20)}\n// ${words(20)}`)).toEqual(['long-sentence']);
  });
});

describe('names of tests', () => {
  test.each([
    ['is refused without a key', 'a write is refused without a key'],
    ['with two keys the first one wins', 'the first of two keys wins'],
    ['names the member at fault', 'names of members are sorted'],
    ['downloads each file once', 'downloads of one file share a request'],
    ['still finds a title', 'a title is still found'],
    ['returns 304 for a matching ETag', 'GET /v1/mods returns 304 for a matching ETag'],
  ])('the name "%s" has no subject', (broken, kept) => {
    expect(rulesOfTestName(broken)).toEqual(['test-subject']);
    expect(rulesOfTestName(kept)).toEqual([]);
  });

  test('the rules of sentences apply to the names of tests', () => {
    expect(rulesOfTestName('a key of nobody is refused')).toEqual(['unnamed-actor']);
  });

  test('the subject of a comment may be missing', () => {
    expect(rulesOfComment('is refused without a key')).toEqual([]);
  });
});

describe('documents', () => {
  test('a heading may begin with a clause, a paragraph may not', () => {
    expect(rulesOfDocument('## What v1 promises\n')).toEqual([]);
    expect(rulesOfDocument('What v1 promises stays.\n')).toEqual(['clause-first']);
  });

  test('the head of a table may begin with a clause, its cells may not', () => {
    const table = (head: string, cell: string) => `| ${head} |\n|---|\n| ${cell} |\n`;
    expect(rulesOfDocument(table('What it does', 'Writes'))).toEqual([]);
    expect(rulesOfDocument(table('Effect', 'What it does'))).toEqual(['clause-first']);
  });

  test('private words in headings are found', () => {
    expect(rulesOfDocument('## The answer\n')).toEqual(['private-word']);
  });
});

describe('the word list', () => {
  test('a member with a wrong name is refused', () => {
    const list = { phrases: [{ rule: 'r', write: 'w', phrase: ['p'] }] };
    expect(() => parseWordList(JSON.stringify(list))).toThrow('phrases');
  });
});
