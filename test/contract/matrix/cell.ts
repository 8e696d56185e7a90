import type { Json } from '../../actors.js';
import { bodySchemaOf, type Operation, pathPlacesOf, resolved } from './operations.js';
import type { Subject } from './subject.js';

/** One promise that is kept by every operation to which it applies. */
export interface Cell {
  /** Reads on from the name of the operation. */
  readonly name: string;
  /** Said by the flags of the route alone, so that nobody has to list operations. */
  readonly applies: (operation: Operation) => boolean;
  readonly check: (subject: Subject) => Promise<void>;
}

/** The check of a cell whose requests are all refused: together they leave no trace. */
export function refusing(check: Cell['check']): Cell['check'] {
  return async (subject) => {
    await subject.spare();
    await subject.unchanged(() => check(subject));
  };
}

/** A body without what is another one in each: a cursor, and when a credential was used last. */
export function held(body: Json): Json {
  const moves = ['next_cursor', 'last_used_at'];
  return JSON.parse(
    JSON.stringify(body, (name, value) => (moves.includes(name) ? undefined : value)),
  );
}

/** For every operation. */
export const always = () => true;

/** Whether a route changes something, or costs like something that does. */
export const isWrite = ({ route }: Operation): boolean => route.method !== 'GET';

/** Whether a route takes a form with a file. */
export const isForm = ({ route }: Operation): boolean => route.body?.form !== undefined;

/** Whether a route runs a mutation, and so asks its callers who they are. */
export const isMutation = ({ operation }: Operation): boolean => operation.kind === 'mutation';

/** Whether the address of a route has parameters. */
export const hasParameters = (operation: Operation): boolean => pathPlacesOf(operation).length > 0;

/** Whether a route answers for many things one by one, where an unknown one refuses nothing. */
const isBulk = ({ route }: Operation): boolean => route.rate === 'bulk';

/** Whether a request of a route names something by its id, in the path or in the body. */
export const hasIds = (operation: Operation): boolean =>
  pathPlacesOf(operation).some(({ isId }) => isId) ||
  (!isBulk(operation) && namesIds(bodySchemaOf(operation)));

/** Whether a request names anything, by an id or by another name in its path. */
export const hasPlaces = (operation: Operation): boolean =>
  hasParameters(operation) || hasIds(operation);

/** Whether an object of this schema has ids among its members, or in a list among them. */
function namesIds(schema: ReturnType<typeof bodySchemaOf>): boolean {
  const members = Object.values(schema?.properties ?? {}).map(resolved);
  return members.some((member) => {
    const item = resolved(member.items ?? {});
    return member.format === 'uuid' || item.format === 'uuid' || namesIds(item);
  });
}
