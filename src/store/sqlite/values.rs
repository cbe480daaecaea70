//! Our own types as the database stores them.

use sqlx::encode::IsNull;
use sqlx::error::BoxDynError;
use sqlx::sqlite::{SqliteArgumentsBuffer, SqliteTypeInfo, SqliteValueRef};
use sqlx::{Decode, Encode, Sqlite, Type};

use crate::store::{
    Absent, Cause, ChannelId, Clock, ForcedMoves, GuildId, Hints, House, MessageId, NextHand, Stage, TableId, UserId,
};

/// Binds the parameters of a statement, in their order.
macro_rules! bound {
    ($query:expr, $($value:expr),+ $(,)?) => { $query$(.bind($value))+ };
}
pub(super) use bound;

/// The 64 bits of Discord's ids, signed.
macro_rules! as_number {
    ($($id:ident)+) => {$(
        impl Type<Sqlite> for $id {
            fn type_info() -> SqliteTypeInfo {
                <i64 as Type<Sqlite>>::type_info()
            }
        }

        impl Encode<'_, Sqlite> for $id {
            fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
                Encode::<Sqlite>::encode_by_ref(&self.0.cast_signed(), buffer)
            }
        }

        impl Decode<'_, Sqlite> for $id {
            fn decode(value: SqliteValueRef<'_>) -> Result<Self, BoxDynError> {
                <i64 as Decode<Sqlite>>::decode(value).map(|stored| Self(stored.cast_unsigned()))
            }
        }
    )+};
}

/// What is only bound: where such a column is read, it may be damaged.
macro_rules! only_bound {
    ($($ours:ident as $theirs:ty = $stored:expr;)+) => {$(
        impl Type<Sqlite> for $ours {
            fn type_info() -> SqliteTypeInfo {
                <$theirs as Type<Sqlite>>::type_info()
            }
        }

        impl Encode<'_, Sqlite> for $ours {
            fn encode_by_ref(&self, buffer: &mut SqliteArgumentsBuffer) -> Result<IsNull, BoxDynError> {
                Encode::<Sqlite>::encode($stored(self), buffer)
            }
        }
    )+};
}

only_bound! {
    TableId as String = |id: &TableId| id.as_str().to_owned();
    Stage as i64 = |stage: &Stage| stage.stored();
    Hints as i64 = |hints: &Hints| hints.stored();
    Clock as i64 = |clock: &Clock| clock.stored();
    Absent as i64 = |absent: &Absent| absent.stored();
    ForcedMoves as i64 = |forced: &ForcedMoves| forced.stored();
    NextHand as i64 = |next_hand: &NextHand| next_hand.stored();
    House as String = |house: &House| house.to_string();
}

as_number! { UserId ChannelId GuildId MessageId Cause }
