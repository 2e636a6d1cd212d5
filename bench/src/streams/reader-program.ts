import { answerQuestions } from '../processes/conversation.ts';
import { broadcast, type BroadcastPlan } from './broadcast.ts';
import { openReaders, type Readers, type ReadersPlan } from './readers.ts';

const readers: Readers = { size: 0, frames: 0 };

/** Everyone who listens, in one process, which also says what is to be heard: it knows when all have heard it. */
answerQuestions({
  open: (plan: ReadersPlan) => openReaders(plan, readers),
  broadcast: (plan: BroadcastPlan) => broadcast(plan, readers),
});
