import { type DocumentNode, parse, TokenKind, visit } from 'graphql';
import { commentPassages } from './comments.js';
import { onlySpans, type Passage, type Span, withoutNames } from './passage.js';

/** Comments and descriptions of a GraphQL document. */
export function graphqlPassages(source: string): Passage[] {
  const document = parse(source);
  return [...commentPassages(source, commentsOf(document)), ...descriptionsOf(document, source)];
}

function commentsOf(document: DocumentNode): Span[] {
  const comments: Span[] = [];
  for (let token = document.loc?.startToken ?? null; token !== null; token = token.next) {
    if (token.kind === TokenKind.COMMENT) comments.push({ start: token.start, end: token.end });
  }
  return comments;
}

function descriptionsOf(document: DocumentNode, source: string): Passage[] {
  const passages: Passage[] = [];
  visit(document, {
    enter(node) {
      const place = 'description' in node ? node.description?.loc : undefined;
      if (place === undefined) return;
      const quotes = source.startsWith('"""', place.start) ? 3 : 1;
      const content = { start: place.start + quotes, end: place.end - quotes };
      const text = withoutNames(onlySpans(source, [content]));
      passages.push({ kind: 'description', start: content.start, text });
    },
  });
  return passages;
}
