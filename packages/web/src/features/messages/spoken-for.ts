import type { MessageId } from '@parley/protocol';
import { createContext } from 'react';
import type { AgentStanding } from '../../words/turn.ts';

/** The message with a status below the transcript, so that the status is not shown twice. */
export const SpokenForContext = createContext<MessageId | null>(null);

/** The room's agent, for its picture and for the status of the user's messages. */
export interface RoomAgent {
  readonly agentId: string;
  readonly picture: string | null;
  readonly name: string;
  readonly standing: AgentStanding;
}

/** Null in a room without an agent. */
export const RoomAgentContext = createContext<RoomAgent | null>(null);
