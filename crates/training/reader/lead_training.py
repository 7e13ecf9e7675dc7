"""How a reader learns leads: the training that leads.py and folds.py share."""

import collections
import random

import torch
import torch.nn.functional as F
from encoder import COMPANY_TOKENS, INTENTS, POST_TOKENS, Reader, company_text, post_text, seed_all, train

# The probability that each grade stands for.
TARGETS = [0.0, 0.25, 0.75, 1.0]
COMPANIES_A_STEP = 6
POSTS_A_COMPANY = 22
EPOCHS = 10
RATE = 3e-5


def train_on_leads(work, rows, seed, device, most_steps=None):
    """A reader that starts from pairs.safetensors and learns these judgements."""
    seed_all(seed)
    chance = random.Random(seed)
    model = Reader(work, work / "pairs.safetensors").to(device)
    by_company = collections.defaultdict(list)
    for row in rows:
        by_company[row["qid"]].append(row)
    steps = max(1, EPOCHS * len(by_company) // COMPANIES_A_STEP)
    order = []
    while len(order) < steps * COMPANIES_A_STEP:
        round_of_all = list(by_company)
        chance.shuffle(round_of_all)
        order += round_of_all

    def loss_of_step(step):
        companies = order[step * COMPANIES_A_STEP : (step + 1) * COMPANIES_A_STEP]
        batch = []
        for at, company in enumerate(companies):
            own = by_company[company]
            batch += [(at, row) for row in chance.sample(own, min(len(own), POSTS_A_COMPANY))]
        return loss_of_batch(model, [by_company[company][0] for company in companies], batch)

    train(model, loss_of_step, min(steps, most_steps or steps), RATE)
    return model


def loss_of_batch(model, companies, batch):
    device = model.scale.device
    group = torch.tensor([at for at, _ in batch], device=device)
    rows = [row for _, row in batch]
    read_companies = model.encode([company_text(row) for row in companies], COMPANY_TOKENS)[group]
    posts = model.encode([post_text(row) for row in rows], POST_TOKENS)
    scores = (read_companies * posts).sum(1) * model.scale[0] + model.scale[1]
    grades = torch.tensor([row["grade"] for row in rows], device=device)
    targets = torch.tensor(TARGETS, device=device)[grades]
    lead_or_not = F.binary_cross_entropy_with_logits(scores, targets)
    return lead_or_not + order_loss(scores, grades, group) + 0.4 * intent_loss(model, posts, rows)


def order_loss(scores, grades, group):
    """Of two posts of one company, the better one should score higher, the more the grades differ."""
    is_better = (group[:, None] == group[None]) & (grades[:, None] > grades[None])
    worth = is_better.float() * (2.0 ** grades[:, None] - 2.0 ** grades[None])
    return (F.softplus(-(scores[:, None] - scores[None])) * worth).sum() / (worth.sum() + 1e-6)


def intent_loss(model, posts, rows):
    """Rows whose intent nobody has read teach nothing here."""
    known = [(at, INTENTS.index(row["intent"])) for at, row in enumerate(rows) if row.get("intent") in INTENTS]
    if not known:
        return posts.sum() * 0
    places, intents = (torch.tensor(column, device=posts.device) for column in zip(*known))
    return F.cross_entropy(model.intent(posts[places] * 8), intents, label_smoothing=0.05)
