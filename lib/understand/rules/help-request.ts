/** Asking what this can do. */

import { type Form, firstMatch } from '../text/pattern.ts'
import type { Phrase } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'
import { form } from './grammar.ts'

const HELP: readonly Form<true>[] = [
  form('help|?|commands|manual|instructions|usage|examples|help_me|/help', () => true as const),
  form('what can|could|do you do|understand|help_me_with|help_with|do_for_me for_me?', () => true as const),
  form(
    'what can i|we do|say|type|ask|ask_you|tell_you|use here|with_this|with_you|now|on_this_board?',
    () => true as const,
  ),
  form(
    'what are|is your|the|these|my commands|features|options|possibilities|abilities|capabilities',
    () => true as const,
  ),
  form('who|what are|is you|this|taskboard', () => true as const),
  form(
    'how do|does|can|should|would i|we|you|this|it|one work|use_this|use_you|use_it|use_taskboard|start|begin|get_started|talk_to_you',
    () => true as const,
  ),
  form(
    'how do|can|could|would|should i|we|one add|remove|delete|rename|move|complete|finish|mark|change|update|undo|list|see|show|edit|create|reopen|set <text>?',
    () => true as const,
  ),
  form(
    'what commands|features|things do|can you|i|we know|have|understand|use|do|support',
    () => true as const,
  ),
  form(
    'show|list|tell|give me? the|all|your|available? commands|help|features|options|examples',
    () => true as const,
  ),
]

export function asksForHelp(phrase: Phrase, scene: ParseContext): boolean {
  return firstMatch(HELP, phrase, scene) !== undefined
}
