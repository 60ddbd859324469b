/** The words that patterns name with `@`: data for every grammar here. A `_` stands for a space. */
export const WORDS = {
  add: 'add|insert|append|include|enter',
  make: 'add|create|make|new|log|write|record|track|register|set_up|enter|insert',
  put: 'put|place|stick|throw|write|jot|get|pop|include|have|mark_down|note_down|pencil_in|pencil|scribble|scribble_down|toss|slap|tack|tack_on|tag|work|squeeze|slide|slip|jot_down|write_down|post|pin|chuck|note',
  a: 'a|an|another|the|my|one|this|following|new',
  my: 'my|the|our|this|that|your',
  task: 'task|todo|to-do|to_do|item|card|reminder|ticket|chore|entry|action_item|todo_item|to-do_item|to_do_item|list_item|todo_task|to-do_task|todoist_task|grocery_item|shopping_item',
  tasks:
    'tasks|todos|to-dos|to_dos|items|cards|reminders|tickets|chores|entries|things|action_items|todo_items|to-do_items|to_do_items',
  called: ':|-|–|—|called|named|titled|saying|that_says|which_says|with_the_title|with_title',
  change:
    'mark|set|change|update|switch|move|edit|modify|adjust|flag|push|postpone|delay|defer|reschedule|schedule|bump|raise|lower|shift|bring|snooze',
  mark: 'mark|set|change|update|switch|flag|move',
  make_it: 'make|put|turn|get|have|leave|keep|give|prioritise|prioritize',
  to: 'to|as|into|in|at|is|for|until|till|by|on|:|=|->|→|-|,|with|under|has|have|back_to|back_in|over_to',
  is: "is|are|'s|was|is_now|are_now|is_already|has_been|have_been|is_at|are_at|is_about|:|=|-|has|have|got|gets",
  remove:
    'remove|delete|drop|erase|dispose_of|discard|trash|scrap|scratch|scratch_off|scratch_out|bin|get_rid_of|throw_away|throw_out|toss|eliminate|kill|nuke|wipe',
  /** Only with a list they mean removing from it: “cut the grass” is a task. */
  unlist:
    'axe|ax|nix|dump|lose|cut|cut_out|omit|exclude|deduct|subtract|rub_out|do_away_with|take_out|take_away|take_down|strip|pluck|scrub|abolish|dispose_of|chuck|expunge|knock|kick|leave_out|forget|forget_about|clean|clean_out|x',
  complete:
    'complete|finish|close|tick_off|check_off|tick|cross_off|cross_out|x_out|x_off|wrap_up|resolve|done_with|finished_with|strike',
  box: 'check_the_box|tick_the_box|check_the_box_for|tick_the_box_for|check_the_box_next_to|tick_the_box_next_to|check_the_box_beside|check_the_box_of|check_off_the_box_for|check_mark|put_a_check_next_to|put_a_tick_next_to|put_a_check_mark_next_to|put_a_check_by|checkmark',
  did: 'finished|completed|did|done|closed|resolved|wrapped_up|ticked_off|checked_off|done_with|finished_with',
  begin:
    'start|begin|resume|start_working_on|begin_working_on|start_on|start_with|begin_with|get_started_on|get_started_with|working_on|work_on|get_going_on|get_to_work_on|continue_with',
  began: 'started|began|working_on|am_working_on|starting|started_working_on|started_on|doing|on|resumed',
  reopen: 're-open|reopen|uncheck|untick|unmark|uncomplete|unfinish|restart|re-activate|reactivate',
  of: 'of|for|on|from|in',
  create: 'create|generate|make|start|begin|set_up|build|draw_up|prepare|produce|write',
  listed: 'called|named|titled|of|for|about|with_the_name|by_the_name_of|:|-|–|—',
  empty:
    'clear|empty|empty_out|reset|wipe|wipe_out|wipe_clean|blank|blank_out|clean|clean_out|clear_out|clean_up|clear_off|purge',
} as const satisfies Readonly<Record<string, string>>

/** Misspellings that are always fixed in keys; titles keep the text as typed. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['taks', 'task'],
  ['tsak', 'task'],
  ['taskes', 'tasks'],
  ['tasls', 'tasks'],
  ['tsaks', 'tasks'],
  ['catgory', 'category'],
  ['categroy', 'category'],
  ['catagory', 'category'],
  ['prio', 'priority'],
  ['proirity', 'priority'],
  ['priorty', 'priority'],
  ['whats', "what's"],
  ['im', "i'm"],
  ['ive', "i've"],
  ['dont', "don't"],
  ['lets', "let's"],
  ['in-progress', 'in_progress'],
  ['inprogress', 'in_progress'],
  ['session_state', 'session-state'],
  ['sessionstate', 'session-state'],
  ['teh', 'the'],
  ['waht', 'what'],
  ['taht', 'that'],
  ['serach', 'search'],
  ['aks', 'ask'],
  ['plaese', 'please'],
  ['abuot', 'about'],
  ['pelase', 'please'],
  ['plase', 'please'],
  ['toady', 'today'],
  ['thsi', 'this'],
  ['sumary', 'summary'],
  ['summry', 'summary'],
  ['overveiw', 'overview'],
  ['overivew', 'overview'],
  ['shoping', 'shopping'],
  ['shoppping', 'shopping'],
  ['grocry', 'grocery'],
  ['grocey', 'grocery'],
  ['grocerys', 'groceries'],
  ['lsit', 'list'],
  ['lits', 'list'],
  ['liste', 'list'],
  ["todo's", 'todos'],
  ["to-do's", 'to-dos'],
  ['conter', 'counter'],
  ['countre', 'counter'],
  ['coutner', 'counter'],
  ['nmae', 'name'],
  ['preferance', 'preference'],
  ['preferances', 'preferences'],
  ['prefrence', 'preference'],
  ['prefrences', 'preferences'],
  ['checkpont', 'checkpoint'],
  ['chekpoint', 'checkpoint'],
  ['chekcpoint', 'checkpoint'],
  ['checkpiont', 'checkpoint'],
  ['remeber', 'remember'],
  ['rember', 'remember'],
  ['forgte', 'forget'],
  ['tiems', 'times'],
  ['itmes', 'items'],
  ['pls', 'please'],
  ['plz', 'please'],
])

export const NUMBER_WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
] as const

export const ORDINAL_WORDS = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
] as const

/** Things that other assistants handle. Words that end in one of them don’t name a task unless it is called one. */
export const ELSEWHERE: ReadonlySet<string> = new Set(
  (
    'account accounts alarm alarms balance bank calendar card cards checking checkings contacts device dice dollars ' +
    'flight flights hotel insurance language light lights limit location mail mastercard media mix mode money music name ' +
    'password payment phone pin playlist playlists policy pto radio recipe rental reservation reservations ride savings ' +
    'setting settings song songs speed suggestions suite thermostat timer timers track transactions tv uber visa voice ' +
    'volume weather accent'
  ).split(' '),
)

/** Business of banks, travel and the like: “I need to …” with one of these is asked about before it is added. */
export const SERVICES: ReadonlySet<string> = new Set(
  (
    'account accounts checking savings card cards dollars flight flights hotel insurance location mastercard pin playlist ' +
    'policy pto rental reservation reservations song suggestions suite transactions uber visa dice coin translate translation'
  ).split(' '),
)
