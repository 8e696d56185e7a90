import type { Json } from '../../actors.js';
import { bodySchemaOf, type Operation, pathPlacesOf, resolved } from './operations.js';
import type { Subject } from './subject.js';

/** One promise that every applicable operation keeps. */
export interface Cell {
  /** Continues the name of the operation. */
  readonly name: string;
  /** Depends on the flags of the route alone, so that no test lists operations. */
  readonly applies: (operation: Operation) => boolean;
  readonly check: (subject: Subject) => Promise<void>;
  /**
   * Of the operations that this names, `npm test` checks a thirty-second, because they share the
   * code that keeps the promise. `npm run test:long` checks all of them. By default none is
   * sampled.
   */
  readonly isSampled?: (operation: Operation) => boolean;
}

/** The check of a cell whose requests are all refused: together they change nothing. */
export function refusing(check: Cell['check']): Cell['check'] {
  return async (subject) => {
    await subject.spare();
    await subject.unchanged(() => check(subject));
  };
}

/** A body without the members that vary: the cursor and the last use of a credential. */
export function withoutVolatile(body: Json): Json {
  const moves = ['next_cursor', 'last_used_at'];
  return JSON.parse(
    JSON.stringify(body, (name, value) => (moves.includes(name) ? undefined : value)),
  );
}

/** For every operation. */
export const always = () => true;

/** Whether a route writes, or costs as much as a write. */
export const isWrite = ({ route }: Operation): boolean => route.method !== 'GET';

/** Whether a route takes a form with a file. */
export const isForm = ({ route }: Operation): boolean => route.body?.form !== undefined;

/** Whether a route runs a mutation, which requires the identity headers. */
export const isMutation = ({ operation }: Operation): boolean => operation.kind === 'mutation';

/** Whether a route takes an Idempotency-Key. */
export const isKeyed = ({ route }: Operation): boolean => route.idempotency !== 'none';

/** Whether the path of a route has parameters. */
export const hasParameters = (operation: Operation): boolean => pathPlacesOf(operation).length > 0;

/** Whether a route returns one result per item, so that an unknown item refuses nothing. */
const isBulk = ({ route }: Operation): boolean => route.rate === 'bulk';

/** Whether a request names something by its id, in the path or in the body. */
export const hasIds = (operation: Operation): boolean =>
  pathPlacesOf(operation).some(({ isId }) => isId) ||
  (!isBulk(operation) && namesIds(bodySchemaOf(operation)));

/** Whether a request names anything, by an id or by another name in its path. */
export const hasPlaces = (operation: Operation): boolean =>
  hasParameters(operation) || hasIds(operation);

/** Whether an object of this schema has ids among its members or their list items. */
function namesIds(schema: ReturnType<typeof bodySchemaOf>): boolean {
  const members = Object.values(schema?.properties ?? {}).map(resolved);
  return members.some((member) => {
    const item = resolved(member.items ?? {});
    return member.format === 'uuid' || item.format === 'uuid' || namesIds(item);
  });
}
