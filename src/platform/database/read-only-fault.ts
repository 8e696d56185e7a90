/**
 * A process with `READ_ONLY=on` cannot run on its database as it is. The message is for operators.
 */
export class ReadOnlyFault extends Error {
  override readonly name = 'ReadOnlyFault';
}
