import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import { AGENT_TOOLS } from '../../../registry/agent-tools.js';
import { pageType } from '../../../request/page.js';
import { JsonObject } from '../../../request/scalars.js';

/** A tool as described to agents. */
@ObjectType({ simpleResolvers: true, description: 'A tool for agents.' })
export class AgentTool {
  @Field(() => String)
  readonly name!: string;

  @Field(() => String)
  readonly description!: string;

  @Field(() => JsonObject, { description: 'JSON Schema 2020-12.' })
  readonly inputSchema!: object;

  @Field(() => JsonObject, { description: 'JSON Schema 2020-12.' })
  readonly outputSchema!: object;

  @Field(() => Boolean, {
    description:
      'Whether the tool writes. Such a tool first returns its effects, and writes after a confirmation.',
  })
  readonly writes!: boolean;

  @Field(() => String, { description: 'The scope that a credential needs to run the tool.' })
  readonly scope!: string;
}

/** All tools that a credential may run. */
export const AgentToolPage = pageType('AgentToolPage', () => AgentTool);

/** The target of an effect. */
@ObjectType({ simpleResolvers: true })
export class AgentEffectTarget {
  @Field(() => String, { description: '`mod` or `version`.' })
  readonly kind!: string;

  @Field(() => ID, { nullable: true, description: 'Null if the run creates the mod.' })
  readonly modId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Null if the run creates the version, and if the target is a mod.',
  })
  readonly versionId!: string | null;
}

/** The effect of a write on one object. */
@ObjectType({ simpleResolvers: true })
export class AgentEffect {
  @Field(() => String)
  readonly action!: string;

  @Field(() => String, { description: 'Written by the service; contains no text from users.' })
  readonly summary!: string;

  @Field(() => AgentEffectTarget)
  readonly target!: AgentEffectTarget;

  @Field(() => [JsonObject], {
    description:
      'One entry for each changed member: `field`, `from` and `to`. Null stands for no value.',
  })
  readonly changes!: readonly object[];
}

/** The token by which a dry run takes effect, once. */
@ObjectType({ simpleResolvers: true })
export class AgentConfirmation {
  @Field(() => String, { description: 'Valid only for the same tool with exactly the same input.' })
  readonly token!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;
}

/** The result of running a tool (Spec 4.8). */
@ObjectType({ simpleResolvers: true, description: 'The result of a tool run.' })
export class AgentToolRun {
  @Field(() => Boolean, { description: 'True if nothing has been written yet.' })
  readonly dryRun!: boolean;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Follows the output schema of the tool. Null for a dry run.',
  })
  readonly output!: object | null;

  @Field(() => [AgentEffect], {
    nullable: true,
    description: 'The effects of a tool that writes: planned in a dry run, done otherwise.',
  })
  readonly effects!: readonly AgentEffect[] | null;

  @Field(() => AgentConfirmation, { nullable: true, description: 'Set for a dry run.' })
  readonly confirmation!: AgentConfirmation | null;
}

/** A tool, its input and an optional confirmation. */
@InputType()
export class RunAgentToolInput {
  @Field(() => String, { description: 'The name of a tool.' })
  @Extensions({ jsonSchema: { enum: Object.keys(AGENT_TOOLS) } })
  readonly tool!: string;

  @Field(() => JsonObject, { description: 'The input, following the input schema of the tool.' })
  readonly input!: object;

  @Field(() => String, {
    nullable: true,
    description: 'The token from the dry run of a tool that writes, with exactly the same input.',
  })
  readonly confirmationToken?: string | null;
}
