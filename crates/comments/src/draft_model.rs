//! A draft by a language model: asked once, asked again with what was wrong, and mended where that is
//! enough. Otherwise the reply kit takes over.

use super::comment_check::{CommentChecks, Flaw};
use super::comment_repair::{cleaned, mended};
use super::draft::{DraftCheck, DraftProblem};
use super::draft_prompt::{Repair, draft_request, repair_request};
use super::streaming_model::StreamingModel;

/// A comment that a model wrote and that passed the checks.
#[derive(Debug)]
pub(super) struct ModelDraft {
    pub(super) comment: String,
    pub(super) checks: Vec<DraftCheck>,
    pub(super) tokens_used: u32,
}

/// A draft with so many flaws is better written anew.
const MANY_FLAWS: usize = 3;

/// The model's comment, or why there is none.
pub(super) async fn write_draft(
    model: &StreamingModel<'_>,
    checks: &CommentChecks<'_>,
) -> Result<ModelDraft, DraftProblem> {
    let assignment = &checks.assignment;
    let mut written = Vec::new();
    let again = match model.ask(&draft_request(assignment)).await {
        Ok(text) => {
            let comment = cleaned(&text, checks);
            let flaws = checks.flaws(&comment);
            if flaws.is_empty() {
                return Ok(passed(comment, model, checks));
            }
            // How many and not which: a flaw may quote the draft.
            tracing::info!(flaws = flaws.len(), "sending a draft back to the model");
            let repair = Repair {
                reasons: &reasons(&flaws, checks),
                written: (flaws.len() < MANY_FLAWS).then_some(comment.as_str()),
                without_answers: flaws.contains(&Flaw::RepeatsAnswer),
            };
            let request = repair_request(assignment, &repair);
            written.push(comment);
            request
        }
        Err(problem) if problem.may_pass() => draft_request(assignment),
        Err(problem) => return Err(problem),
    };
    let second = model.ask(&again).await;
    let problem = second.as_ref().err().copied();
    if let Ok(text) = second {
        written.push(cleaned(&text, checks));
    }
    let last_first = written.iter().rev();
    let mended = last_first.flat_map(|comment| [comment.clone(), mended(comment, checks)]);
    let mut usable = mended.filter(|comment| checks.flaws(comment).is_empty());
    if let Some(comment) = usable.next() {
        return Ok(passed(comment, model, checks));
    }
    tracing::info!(?problem, "the model's draft cannot be used");
    Err(problem.unwrap_or(DraftProblem::Unfit))
}

fn passed(comment: String, model: &StreamingModel<'_>, checks: &CommentChecks<'_>) -> ModelDraft {
    ModelDraft {
        checks: checks.held(&comment),
        comment,
        tokens_used: model.tokens_used(),
    }
}

fn reasons(flaws: &[Flaw], checks: &CommentChecks<'_>) -> String {
    let reasons = flaws.iter().map(|flaw| flaw.reason(&checks.name));
    reasons.collect::<Vec<_>>().join(" ")
}
