// Conversion between text and tokens: the model's tokenizer, and the template that turns a conversation into one text.

import type { Template } from "@huggingface/jinja";
import type { Tokenizer } from "@huggingface/tokenizers";
import { EmbeddedError } from "./embedded-error.ts";
import type { Prompt } from "./language-model.ts";
import type { ModelFolder, TokenizerConfig } from "./model-folder.ts";

type Conversation = Extract<Prompt, { messages: unknown }>;

export class TextTokens {
  private readonly texts = new Map<number, string>();

  private constructor(
    private readonly tokenizer: Tokenizer,
    private readonly template: Template | undefined,
    private readonly config: TokenizerConfig,
  ) {}

  /** @throws {EmbeddedError} that names the file */
  static async open(folder: ModelFolder): Promise<TextTokens> {
    const { Tokenizer } = await import("@huggingface/tokenizers");
    const { Template } = await import("@huggingface/jinja");
    const { name, tokenizer, tokenizerConfig, chatTemplate } = folder;
    const made = attempt(`${name}: tokenizer.json`, () => new Tokenizer(tokenizer, tokenizerConfig));
    const template =
      chatTemplate === undefined
        ? undefined
        : attempt(`${name}: its chat template`, () => new Template(chatTemplate));
    return new TextTokens(made, template, tokenizerConfig);
  }

  /** The tokens that end a turn by the tokenizer's own configuration. */
  get endIds(): number[] {
    const { eos_token: end } = this.config;
    const id = end ? this.tokenizer.token_to_id(end) : undefined;
    return id === undefined ? [] : [id];
  }

  /** @throws {EmbeddedError} if the conversation has no text */
  encode(prompt: Prompt): readonly number[] {
    if ("ids" in prompt) return prompt.ids;
    if ("text" in prompt) return this.tokenizer.encode(prompt.text).ids;
    return this.tokenizer.encode(this.render(prompt), { add_special_tokens: false }).ids;
  }

  decode(ids: readonly number[]): string {
    if (ids.length === 0) return "";
    return this.tokenizer.decode([...ids], {
      skip_special_tokens: true,
      clean_up_tokenization_spaces: false,
    });
  }

  /** A token by itself. */
  textOf(id: number): string {
    const known = this.texts.get(id);
    if (known !== undefined) return known;
    const text = this.tokenizer.decode([id], {
      skip_special_tokens: false,
      clean_up_tokenization_spaces: false,
    });
    this.texts.set(id, text);
    return text;
  }

  private render({ messages, ending }: Conversation): string {
    const { bos_token, eos_token, pad_token, unk_token } = this.config;
    if (!this.template) {
      throw new EmbeddedError(
        "request",
        "the model has no chat template; ask it for plain completions",
        "messages",
      );
    }
    let text: string;
    try {
      text = this.template.render({
        messages: messages.map((message) => ({ ...message })),
        add_generation_prompt: ending === "turn",
        bos_token: bos_token ?? "",
        eos_token: eos_token ?? "",
        pad_token: pad_token ?? "",
        unk_token: unk_token ?? "",
      });
    } catch (error) {
      const message = `the model's chat template refuses the messages: ${(error as Error).message}`;
      throw new EmbeddedError("request", message, "messages");
    }
    return ending === "continue" ? upToLast(text, messages.at(-1)?.content ?? "") : text;
  }
}

/** The template's text up to the end of the last message, which a template may have trimmed. */
function upToLast(text: string, content: string): string {
  const trimmed = content.trim();
  const at = text.lastIndexOf(trimmed);
  if (at < 0 || trimmed === "") {
    throw new EmbeddedError(
      "request",
      "the last message is empty or is not part of the conversation's text, and cannot be continued",
      "messages",
    );
  }
  const whole = content.trimStart();
  return text.slice(0, at) + (text.startsWith(whole, at) ? whole : trimmed);
}

function attempt<T>(what: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    throw new EmbeddedError("folder", `${what} cannot be used: ${(error as Error).message}`);
  }
}
