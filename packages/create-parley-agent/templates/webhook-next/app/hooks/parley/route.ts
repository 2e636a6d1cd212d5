import { after } from 'next/server';
import { webhook } from '../../../src/webhook.ts';

export const POST = webhook(after);
