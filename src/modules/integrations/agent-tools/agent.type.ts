import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { pageType } from '../../../request/page.type.js';
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
    description: 'Whether it only tells its effects until they are confirmed.',
  })
  readonly writes!: boolean;

  @Field(() => String, { description: 'What a credential needs to run it.' })
  readonly scope!: string;
}

/** All tools that a credential may run. */
export const AgentToolPage = pageType('AgentToolPage', () => AgentTool);

/** The target of an effect. */
@ObjectType({ simpleResolvers: true })
export class AgentEffectTarget {
  @Field(() => String, { description: '`mod` or `version`.' })
  readonly kind!: string;

  @Field(() => ID, { nullable: true, description: 'Null for a mod that is made.' })
  readonly modId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Null for a version that is made, and for a mod.',
  })
  readonly versionId!: string | null;
}

/** The effect of a write on one object. */
@ObjectType({ simpleResolvers: true })
export class AgentEffect {
  @Field(() => String)
  readonly action!: string;

  @Field(() => String, { description: 'In words of the service; nothing that a user wrote.' })
  readonly summary!: string;

  @Field(() => AgentEffectTarget)
  readonly target!: AgentEffectTarget;

  @Field(() => [JsonObject], {
    description: 'For each member that changes: `field`, `from` and `to`, null for nothing.',
  })
  readonly changes!: readonly object[];
}

/** The token by which a dry run takes effect, once. */
@ObjectType({ simpleResolvers: true })
export class AgentConfirmation {
  @Field(() => String, { description: 'For the same tool and exactly the same input.' })
  readonly token!: string;

  @Field(() => Date)
  readonly expiresAt!: Date;
}

/** The result of running a tool (decisions, Agent Gateway). */
@ObjectType({ simpleResolvers: true, description: 'How a run of a tool ended.' })
export class AgentToolRun {
  @Field(() => Boolean, { description: 'Whether nothing was written yet.' })
  readonly dryRun!: boolean;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'As the output schema of the tool has it; not of a dry run.',
  })
  readonly output!: object | null;

  @Field(() => [AgentEffect], {
    nullable: true,
    description: 'Of a write: what it would do, or has done.',
  })
  readonly effects!: readonly AgentEffect[] | null;

  @Field(() => AgentConfirmation, { nullable: true, description: 'Of a dry run.' })
  readonly confirmation!: AgentConfirmation | null;
}

/** A tool, its input and an optional confirmation. */
@InputType()
export class RunAgentToolInput {
  @Field(() => String, { description: 'The name of a tool.' })
  readonly tool!: string;

  @Field(() => JsonObject, { description: 'As the input schema of the tool has it.' })
  readonly input!: object;

  @Field(() => String, {
    nullable: true,
    description: 'From the dry run of a tool that writes, with exactly the same input.',
  })
  readonly confirmationToken?: string | null;
}
