import type { MessageId } from '@parley/protocol';
import { createContext } from 'react';

/** The message whose standing is said below the transcript, so that it is not said twice. */
export const SpokenForContext = createContext<MessageId | null>(null);
